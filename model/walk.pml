/*
 * The steps of a change of primary, for Spin: the reducer io.fairlead.handover.Walk, method for method, without the times
 * and the bars, which steer nothing here. handover.pml runs it in a world; what the Java machine did in a world of its own
 * is checked against it step by step (ModelTraceTest).
 */

/* Where grants are counted, there is none for who holds nothing. */
#ifndef FORGET_GRANT
#define FORGET_GRANT(n) skip
#endif

#define NOBODY 7

/* HandoverStep */
#define STEADY 0
#define PREPARING 1
#define STOPPING 2
#define COMMITTING 3
#define PROMOTING 4
#define DRAINING 5
#define CLEANING 6

/* HandoverKind */
#define PLANNED 0
#define FORCED 1
#define FAILOVER 2
#define DRILL 3

/* Directive */
#define NOTHING 0
#define PREPARE 1
#define PROMOTE 2
#define DEMOTE 3
#define CLEANUP 4

/*
 * HandoverEvent.Report; drained is what a node says that has stopped and whose work has ended. That its work was cut is told
 * to people and moves no step, as a silent node moves none.
 */
#define SILENT 0
#define PREPARED 1
#define PREPARE_FAILED 2
#define PROMOTED 3
#define PROMOTE_FAILED 4
#define STOPPED 5
#define STOP_FAILED 6
#define DRAINED 7
#define CLEANED 8
#define PREPARE_WITHDRAWN 9

/* ---- the store: HandoverState, which outlives the manager ---- */
byte step = STEADY;
byte kind = FAILOVER;
byte from = NOBODY;
byte to = NOBODY;
byte prim = NOBODY;
byte tok;
byte hold[NODES];          /* the token that a node may still hold a role under, or 0 */
bool unst[NODES];          /* whether laying it down failed */

#if NODES == 2
#define OTHERS_HOLD(x) ((hold[0] && (x) != 0) || (hold[1] && (x) != 1))
#define NOBODY_HOLDS (!hold[0] && !hold[1])
#elif NODES == 3
#define OTHERS_HOLD(x) ((hold[0] && (x) != 0) || (hold[1] && (x) != 1) || (hold[2] && (x) != 2))
#define NOBODY_HOLDS (!hold[0] && !hold[1] && !hold[2])
#else
#define OTHERS_HOLD(x) ((hold[0] && (x) != 0) || (hold[1] && (x) != 1) || (hold[2] && (x) != 2) || (hold[3] && (x) != 3))
#define NOBODY_HOLDS (!hold[0] && !hold[1] && !hold[2] && !hold[3])
#endif

#define ALONE (EXCLUSIVE || kind != PLANNED)
#define BEFORE_COMMIT (step == PREPARING || step == STOPPING || step == COMMITTING)
#define TIDYING (prim == to -> from : to)

/* An old primary whose time to drain was over before it was even told to stop has to stop before it tidies up. */
#ifdef FAULT_CLEANUP_BEFORE_STOP
#define STOPS_FIRST 0
#else
#define STOPS_FIRST 1
#endif

#define BY_ROLE(n) (n == prim -> PROMOTE : ((step == DRAINING && n == from) || hold[n] -> DEMOTE : NOTHING))
#define DIRECTIVE(n) ( BEFORE_COMMIT \
    -> (n == to -> PREPARE \
        : (n == prim && step != PREPARING && ALONE -> (hold[n] -> DEMOTE : NOTHING) : BY_ROLE(n))) \
    : (step == CLEANING && n == TIDYING && !(STOPS_FIRST && hold[n]) -> CLEANUP : BY_ROLE(n)) )
#define RENEWS(n, t) (n == prim && t == tok \
    && (!ALONE || n == to || (step != STOPPING && step != COMMITTING)))

/* ---- Walk ---- */

#define MAY_WANT(k, n) ((step == STEADY || (step == CLEANING && k != PLANNED && k != DRILL) || (kind == DRILL && k != DRILL)) \
    && (k == FAILOVER -> prim == NOBODY : prim != NOBODY && prim != n && (k == FORCED || !OTHERS_HOLD(prim))))

inline want(k, n) {
    from = prim; to = n; kind = k;
    /* Walk leaves it to a later event to go on from STOPPING, and so does this. */
    step = (k == FORCED -> STOPPING : PREPARING)
}

inline steady() {
    step = STEADY; kind = FAILOVER; from = NOBODY; to = NOBODY
}

inline go_on_if_alone() {
    if
    :: step == STOPPING && !OTHERS_HOLD(to) ->
        if
        :: kind == FORCED -> prim = NOBODY; kind = FAILOVER; step = PREPARING
        :: else -> step = COMMITTING
        fi
    :: else
    fi
}

/* A drill does not become a failover: who follows is for others to say, and its standby waits for that. */
inline go_on_as_failover() {
    prim = NOBODY;
    if
    :: kind != DRILL -> kind = FAILOVER; from = NOBODY
    :: else
    fi
}

inline let_go(n) {
    hold[n] = 0; unst[n] = 0; FORGET_GRANT(n);
    if
    :: n != prim || step == STOPPING -> go_on_if_alone()
    :: else ->
        if
        :: BEFORE_COMMIT -> go_on_as_failover()
        :: else -> prim = NOBODY; steady()
        fi
    fi
}

inline call_off() {
    if
    :: (step != PREPARING && ALONE) || (prim != NOBODY && unst[prim]) -> prim = NOBODY
    :: else
    fi;
    step = CLEANING
}

inline lapsed(n) {
    if
    :: (step == PREPARING || step == STOPPING) && n == to -> call_off()
    :: else
    fi;
    if
    :: hold[n] -> let_go(n)
    :: else
    fi;
    if
    :: n == from ->
        from = NOBODY;
        if
        :: step == DRAINING || step == CLEANING -> steady()
        :: else
        fi
    :: else ->
        if
        :: step == CLEANING && n == TIDYING -> steady()
        :: else
        fi
    fi
}

inline stop_failed(n, t) {
    if
    :: hold[n] && t >= hold[n] && !unst[n] ->
        unst[n] = 1;
        if
        :: n != prim || step == COMMITTING -> skip
        :: else ->
            if
            :: step == PREPARING -> go_on_as_failover()
            :: step == STOPPING && kind == PLANNED -> prim = NOBODY; step = CLEANING
            :: step == STOPPING && kind != PLANNED -> skip
            :: else -> prim = NOBODY; steady()
            fi
        fi
    :: else
    fi
}

/* A primary that was given up for lost works on, and nobody has been made primary since. */
#define RETURNS(t) (prim == NOBODY && NOBODY_HOLDS && t && t == tok && step != COMMITTING)

inline returned(n) {
    prim = n; hold[n] = tok;
    if
    :: n == to -> steady()
    :: n != to && (step == PREPARING || step == STOPPING) -> step = CLEANING
    :: else
    fi
}

inline promoted() {
    if
    :: from == NOBODY || from == to -> steady()
    :: else -> step = DRAINING
    fi
}

inline reported(n, r, t) {
    if
    :: r == PREPARED && step == PREPARING && n == to ->
        if
        :: kind == DRILL -> step = CLEANING
        :: kind != DRILL && ALONE -> step = STOPPING; go_on_if_alone()
        :: else -> step = COMMITTING
        fi
    :: r == PREPARE_FAILED && step == PREPARING && n == to -> call_off()
    :: r == PREPARE_WITHDRAWN && (step == PREPARING || step == STOPPING) && n == to -> call_off()
    :: r == PROMOTED && RETURNS(t) -> returned(n)
    :: r == PROMOTED && step == PROMOTING && n == to && t == tok -> promoted()
    :: r == PROMOTE_FAILED && step == PROMOTING && n == to && t == tok -> prim = NOBODY; steady()
    :: r == STOPPED && hold[n] && t >= hold[n] -> let_go(n)
    :: r == STOP_FAILED -> stop_failed(n, t)
    :: r == DRAINED ->
        if
        :: step == DRAINING && n == from && !hold[n] -> step = CLEANING
        :: else
        fi
    :: r == CLEANED && step == CLEANING && n == TIDYING -> steady()
    :: else
    fi
}

inline dismissed() {
    if
    :: step == STEADY || step == CLEANING -> prim = NOBODY; steady()
    :: kind == DRILL && step == PREPARING -> prim = NOBODY; step = CLEANING
    :: else
    fi
}

inline committed(t) {
    tok = t; prim = to; hold[to] = t; unst[to] = 0; step = PROMOTING
}

inline overdue() {
    if
    :: step == PREPARING -> call_off()
    :: step == PROMOTING -> prim = NOBODY; steady()
    :: step == DRAINING -> step = CLEANING
    :: step == CLEANING -> steady()
    fi
}
