/*
 * A change of primary, for Spin: a manager and two nodes, an order of events that nobody controls, and clocks of
 * different speed. Run by scripts/model.sh; what it covers and what it leaves out is told in docs/adr/0019.
 *
 * Everything happens in one process whose steps are the things that can happen next. A step that is not taken is a
 * message that is late, a process that is frozen, or a hook that still runs.
 *
 *   here                                      in io.fairlead.handover
 *   step kind from to prim tok hold unst      HandoverState (bars and flaws steer nothing here)
 *   DIRECTIVE, RENEWS                         Handover.directive, Handover.renews
 *   walk.pml                                  Walk, method for method
 *   overdue()                                 Walk.looked: a limit is over; here that may be at any time
 *   LEASE FENCE ALLOW                         Timing.lease, fenceLead, allowance, in ticks of an exact clock
 *
 * What the manager's loop and the agent do around the reducer is told here as handover.md asks for it.
 */

#ifndef LEASE
#define LEASE 3
#endif
#ifndef ALLOW
#define ALLOW 1
#endif
#define FENCE 1
#ifdef FAULT_NO_ALLOWANCE
#define WAIT LEASE
#else
#define WAIT (LEASE + ALLOW)
#endif
#ifndef NODES
#define NODES 2
#endif

/* How much trouble there is. Lateness and loss of messages are free. */
#ifndef CRASHES
#define CRASHES 0    /* deaths of an agent */
#endif
#ifndef RESTARTS
#define RESTARTS 0   /* starts of the manager after the first */
#endif
#ifndef PLANNED_MAX
#define PLANNED_MAX 0
#endif
#ifndef FORCED_MAX
#define FORCED_MAX 0
#endif
#ifndef DRILLS_MAX
#define DRILLS_MAX 0
#endif
#ifndef DISMISSED_MAX
#define DISMISSED_MAX 0   /* a primary that is to be none, with nobody to follow it */
#endif
#ifndef ROLLBACKS
#define ROLLBACKS 0  /* starts of the manager with a store that has lost its last writes */
#endif
#ifndef TOKENS
#define TOKENS 2     /* commits in all, while there is trouble */
#endif
#ifndef FAILING
#define FAILING 0    /* hooks that fail, and refusals of the store */
#endif
#ifndef LOSSY
#define LOSSY 1      /* messages get lost, and steps take too long */
#endif
#ifndef EXCLUSIVE
#define EXCLUSIVE 0
#endif

/*
 * Time is counted in ticks of the fastest clock. What lasts LEASE on a node's own clock lasts so long in ticks: node 0
 * has a slow clock, as slow as the allowance allows.
 */
/* Work for the role ends when the demote hook has: without a lead that is after the end of the lease. */
#ifdef FAULT_NO_FENCE_LEAD
#define LATE_END FENCE
#else
#define LATE_END 0
#endif
#ifdef EQUAL_CLOCKS
#define LEASE_OF(n) (LEASE + LATE_END)
#else
#define LEASE_OF(n) (n == 0 -> LEASE + ALLOW + LATE_END : LEASE + LATE_END)
#endif

/* A beat on its way. */
#define IDLE 0
#define ASKED 1
#define ANSWERED 2

#define FORGET_GRANT(n) grant[n] = 0
#include "walk.pml"

#if ROLLBACKS
/* What a store that loses its last writes comes back with. */
byte old_step; byte old_kind; byte old_from; byte old_to; byte old_prim; byte old_tok;
byte old_hold[NODES]; bool old_unst[NODES];
bool copied;
byte rollbacks = ROLLBACKS;
#endif

/* ---- the manager's memory ---- */
byte grant[NODES];         /* ticks until a role that was given or renewed is over for certain */
bool seen[NODES];          /* heard of since the manager started */
byte inc_known[NODES];     /* the incarnation last heard of */
byte mwait;         /* ticks for which a manager that has begun promotes nobody */

/* ---- a node ---- */
bool up[NODES];
byte inc[NODES];           /* the incarnation */
byte held[NODES];          /* the token of the role, or 0: isPrimary() */
byte lease[NODES];         /* ticks of its own clock for which it may work as primary */
byte high[NODES];          /* the highest token it knows, on disk before it is acted on */
bool stopping[NODES];      /* its demote hook runs */
byte report[NODES];
byte about[NODES];         /* the token that a report is about */
byte ph[NODES];            /* its beat: idle, asked, answered */
byte sent[NODES];          /* ticks of its own clock until a lease counted from the send of the beat is over */
byte b_held[NODES]; byte b_high[NODES]; byte b_report[NODES]; byte b_about[NODES]; byte b_inc[NODES];
bool told[NODES];          /* the beat on its way carries the present report */
byte a_dir[NODES]; byte a_tok[NODES]; bool a_renews[NODES];

/* ---- true time ---- */
bool calm;                 /* no more trouble: what can be done is done within the tick */
bool cut[NODES];           /* when calm: never reaches the manager */
bool did[NODES];           /* when calm: has sent its beat in this tick */

/* ---- budgets ---- */
byte crashes = CRASHES;
byte restarts = RESTARTS;
byte failing = FAILING;
byte plans = PLANNED_MAX;
byte forces = FORCED_MAX;
byte drills = DRILLS_MAX;
byte dismissals = DISMISSED_MAX;

/* ---- the judge: the old primary of a planned overlap, as long as nothing has lengthened its lease since the commit ---- */
byte overlapping = NOBODY;
bool as_forced;            /* the change goes on because the primary is not fit: never an overlap */

byte issued;               /* the highest token that there ever was */
byte owner[8];             /* by token: who took it up, plus one */
byte took[NODES];          /* the highest token that a node ever took up */

#if NODES == 2
#define TWO_VALID (lease[0] && lease[1] && overlapping != 0 && overlapping != 1)
#else
#define TWO_VALID ((lease[0] && lease[1] && overlapping != 0 && overlapping != 1) \
    || (lease[0] && lease[2] && overlapping != 0 && overlapping != 2) \
    || (lease[1] && lease[2] && overlapping != 1 && overlapping != 2))
#endif

/* ---- the manager's loop ---- */

/*
 * A role that the store does not know of was given before it lost its last writes. It is adopted unless the store knows
 * better, and the change that the store remembers is over.
 */
#ifdef FAULT_ADOPTS_LOWER
#define ADOPTS(n) (b_held[n] && n != prim)
#else
#define ADOPTS(n) (b_held[n] > tok)
#endif
inline adopt(n) {
    prim = n; tok = b_held[n]; hold[n] = b_held[n]; unst[n] = 0;
    steady()
}

/* A node takes up a role only under a token that it does not know: told again what it knows, it holds nothing anew. */
#ifdef FAULT_GRANTED_ANEW
#define MAY_TAKE(n) (b_held[n] != tok)
#else
#define MAY_TAKE(n) (b_high[n] < tok)
#endif

inline hear(n) {
    if
    :: seen[n] && inc_known[n] != b_inc[n] -> lapsed(n)
    :: else
    fi;
    seen[n] = 1; inc_known[n] = b_inc[n];
    if
    :: mwait && ADOPTS(n) -> adopt(n)
    :: else
    fi;
    reported(n, b_report[n], b_about[n]);
    if
    :: b_held[n] -> reported(n, PROMOTED, b_held[n])
    :: else
    fi;
    a_dir[n] = DIRECTIVE(n);
#ifndef FAULT_PROMOTES_AT_START
    /* It promotes nobody at first, and a role that nobody has taken up yet is one that it would give. */
    if
    :: mwait && a_dir[n] == PROMOTE && b_held[n] != tok -> a_dir[n] = NOTHING
    :: else
    fi;
#endif
    a_tok[n] = tok;
    a_renews[n] = b_held[n] && RENEWS(n, b_held[n]);
#ifdef FAULT_RENEWAL_AFTER_COMMIT
    if
    :: b_held[n] -> a_renews[n] = 1; a_dir[n] = PROMOTE; a_tok[n] = b_held[n]
    :: else
    fi;
#endif
    if
    :: a_renews[n] || (a_dir[n] == PROMOTE && MAY_TAKE(n)) -> grant[n] = WAIT
    :: else
    fi;
    if
    :: a_renews[n] && overlapping == n -> overlapping = NOBODY
    :: a_dir[n] != PROMOTE -> sent[n] = 0
    :: else
    fi;
    b_held[n] = 0; b_high[n] = 0; b_report[n] = SILENT; b_about[n] = 0; b_inc[n] = 0;
    ph[n] = ANSWERED
}

/*
 * The time of the store stands in for a memory of what it has lost: a new token is above all that there ever were.
 */
#ifdef FAULT_TOKEN_WITHOUT_TIME
#define NEXT_TOKEN (tok + 1)
#else
#define NEXT_TOKEN (issued + 1)
#endif

inline commit() {
    overlapping = (!EXCLUSIVE && kind == PLANNED && !as_forced -> from : NOBODY);
    committed(NEXT_TOKEN);
    issued = (tok > issued -> tok : issued);
    grant[to] = WAIT
}

/* What a manager knows of its last answers is gone with its process: each role may just have been renewed. */
inline start_again(n) {
#ifdef FAULT_NO_MANAGER_WAIT
    grant[n] = 0;
#else
    grant[n] = (hold[n] -> WAIT : 0);
#endif
    seen[n] = 0; inc_known[n] = 0;
    if
    :: ph[n] == ASKED -> forget_beat(n)
    :: else
    fi
}

inline restart() {
    start_again(0);
    start_again(1);
#if NODES > 2
    start_again(2);
#endif
#ifndef FAULT_NO_MANAGER_WAIT
    mwait = WAIT
#endif
}

#if ROLLBACKS
inline copy_store() {
    old_step = step; old_kind = kind; old_from = from; old_to = to; old_prim = prim; old_tok = tok;
    old_hold[0] = hold[0]; old_hold[1] = hold[1]; old_unst[0] = unst[0]; old_unst[1] = unst[1];
    copied = 1
}

inline roll_back() {
    step = old_step; kind = old_kind; from = old_from; to = old_to; prim = old_prim; tok = old_tok;
    hold[0] = old_hold[0]; hold[1] = old_hold[1]; unst[0] = old_unst[0]; unst[1] = old_unst[1];
    old_step = 0; old_kind = 0; old_from = 0; old_to = 0; old_prim = 0; old_tok = 0;
    old_hold[0] = 0; old_hold[1] = 0; old_unst[0] = 0; old_unst[1] = 0;
    copied = 0;
    restart()
}
#endif

/* ---- the agent ---- */


inline lay_down(n) {
    about[n] = held[n]; held[n] = 0; stopping[n] = 1; report[n] = SILENT; told[n] = 0
}

inline take(n, failing) {
    assert(a_tok[n] > took[n]);
    assert(owner[a_tok[n]] == 0 || owner[a_tok[n]] == n + 1);
    owner[a_tok[n]] = n + 1; took[n] = a_tok[n];
    held[n] = a_tok[n]; lease[n] = sent[n]; stopping[n] = 0;
    about[n] = a_tok[n];
    report[n] = (failing -> PROMOTE_FAILED : PROMOTED); told[n] = 0
}

/* What a node makes of an answer; failing: whether the hook that it runs for it fails. */
inline hark(n, failing) {
    ph[n] = IDLE;
    if
    :: held[n] && lease[n] <= FENCE -> lay_down(n)
    :: else
    fi;
#ifndef LEASES_ONLY
    assert(!held[n] || a_dir[n] != CLEANUP);
#endif
    if
    :: a_dir[n] == PROMOTE && held[n] && a_tok[n] == held[n] ->
        if
        :: a_renews[n] && sent[n] > lease[n] ->
            lease[n] = sent[n]
        :: else
        fi
    :: a_dir[n] == PROMOTE && a_tok[n] > high[n] && sent[n] > FENCE -> take(n, failing)
    :: a_dir[n] == DEMOTE && held[n] && a_tok[n] >= held[n] -> lay_down(n)
    :: a_dir[n] == DEMOTE && report[n] == STOPPED && told[n] -> report[n] = DRAINED
    :: a_dir[n] == PREPARE && !stopping[n] && (report[n] == SILENT || told[n]) ->
        report[n] = (failing -> PREPARE_FAILED : PREPARED)
    :: a_dir[n] == CLEANUP && !stopping[n] && (report[n] == SILENT || told[n]) -> report[n] = CLEANED; about[n] = 0
    :: else ->
        if
        :: report[n] == PROMOTED || report[n] == CLEANED || report[n] == DRAINED || (a_dir[n] == NOTHING && !held[n]) ->
            if
            :: told[n] -> report[n] = SILENT; about[n] = 0
            :: else
            fi
        :: else
        fi
    fi;
    if
    :: a_tok[n] > high[n] -> high[n] = a_tok[n]
    :: else
    fi;
    a_dir[n] = NOTHING; a_tok[n] = 0; a_renews[n] = 0; sent[n] = 0;
    told[n] = 0;
    assert(!TWO_VALID)
}

inline beat(n, with_report) {
    ph[n] = ASKED; sent[n] = LEASE_OF(n);
    b_held[n] = held[n]; b_high[n] = high[n];
    b_report[n] = (with_report -> report[n] : SILENT);
    b_about[n] = about[n];
    told[n] = with_report;
    b_inc[n] = inc[n];
    did[n] = calm
}

inline forget_beat(n) {
    ph[n] = IDLE; sent[n] = 0; told[n] = 0;
    a_dir[n] = NOTHING; a_tok[n] = 0; a_renews[n] = 0;
    b_held[n] = 0; b_high[n] = 0; b_report[n] = SILENT; b_about[n] = 0; b_inc[n] = 0
}

/* ---- time ---- */

inline run_down(x) {
    if
    :: x -> x--
    :: else
    fi
}

inline pass(n) {
    run_down(lease[n]);
    run_down(sent[n]);
    did[n] = 0
}

inline tick() {
    pass(0);
    pass(1);
    run_down(grant[0]); run_down(grant[1]);
#if NODES > 2
    pass(2); run_down(grant[2]);
#endif
    run_down(mwait);
    if
    :: overlapping != NOBODY && !lease[overlapping] -> overlapping = NOBODY
    :: else
    fi
}

/* When calm, what can be done within a tick is done before the next. */
#define REACHES(n) (up[n] && !cut[n])
#ifdef FAULT_CANDIDATE_NEVER_LOST
#define IS_LOST(n) 0
#else
#define IS_LOST(n) ((step == PREPARING || step == STOPPING) && n == to && !hold[n] && !REACHES(n))
#endif
#define LAPSES(n) ((hold[n] && !grant[n]) || IS_LOST(n))
#define LAYS_DOWN(n) (up[n] && held[n] && lease[n] <= FENCE)
#ifdef FAULT_PROMOTES_AT_START
#define CAN_COMMIT (step == COMMITTING)
#else
#define CAN_COMMIT (step == COMMITTING && !mwait)
#endif
#define WANTS(n) (MAY_WANT(FAILOVER, n) && !mwait && seen[n] && (!calm || REACHES(n)))
#define NODE_BUSY(n) (LAYS_DOWN(n) || (up[n] && stopping[n]) || LAPSES(n) || WANTS(n) \
    || (REACHES(n) && (ph[n] != IDLE || !did[n])))
#if NODES == 2
#define BUSY (NODE_BUSY(0) || NODE_BUSY(1) || CAN_COMMIT)
#define SERVED(n) (held[n] && lease[n] > FENCE && prim == n && held[n] == tok)
#define served (SERVED(0) || SERVED(1))
#else
#define BUSY (NODE_BUSY(0) || NODE_BUSY(1) || NODE_BUSY(2) || CAN_COMMIT)
#define served (SERVED(0) || SERVED(1) || SERVED(2))
#endif

/* A primary comes and stays, once there is calm and one node that lives and reaches the manager. */
#ifdef LIVENESS
ltl a_primary_comes { [] (calm -> <> [] served) }
#endif

/*
 * A beat that comes at once is the hardest case: the manager's wait begins the earlier. With LATE_BEATS what it says may
 * be old, too.
 */
#ifdef LATE_BEATS
#define ARRIVE(n) skip
#else
#define ARRIVE(n) hear(n)
#endif

/* A hook that still runs: the beat goes without its report. */
#ifdef SLOW_HOOKS
#define SLOW_HOOK(n) :: d_step { GO && up[n] && ph[n] == IDLE && !calm && report[n] != SILENT -> beat(n, 0); ARRIVE(n) }
#else
#define SLOW_HOOK(n)
#endif

/* A beat with nothing in it, answered with nothing new, changes nothing. */
#define NEWS(n) (held[n] || report[n] != SILENT || DIRECTIVE(n) != NOTHING || high[n] < tok || !seen[n] || inc_known[n] != inc[n])

/* With the last token given and every older lease over, nothing is left that could go wrong. */
#if defined(LIVENESS) || ROLLBACKS
#define GO 1
#else
#define OLD(n) (n != prim && (held[n] || lease[n]))
#if NODES == 2
#define GO (issued < TOKENS || OLD(0) || OLD(1))
#else
#define GO (issued < TOKENS || OLD(0) || OLD(1) || OLD(2))
#endif
#endif

#define NODE(n) \
    :: d_step { GO && up[n] && ph[n] == IDLE && (calm -> !did[n] && !cut[n] : NEWS(n)) -> beat(n, 1); ARRIVE(n) } \
    SLOW_HOOK(n) \
    :: d_step { GO && LOSSY && !calm && ph[n] != IDLE -> forget_beat(n) } \
    :: d_step { GO && ph[n] == ASKED && !(calm && cut[n]) -> hear(n) } \
    :: d_step { GO && up[n] && ph[n] == ANSWERED -> hark(n, 0) } \
    :: d_step { GO && up[n] && ph[n] == ANSWERED && failing && !calm && (a_dir[n] == PROMOTE || a_dir[n] == PREPARE) -> failing--; hark(n, 1) } \
    :: d_step { GO && LAYS_DOWN(n) -> lay_down(n) } \
    :: d_step { GO && up[n] && stopping[n] -> stopping[n] = 0; lease[n] = 0; report[n] = STOPPED; told[n] = 0 } \
    :: d_step { GO && up[n] && stopping[n] && failing && !calm -> failing--; stopping[n] = 0; report[n] = STOP_FAILED; told[n] = 0 } \
    :: d_step { GO && up[n] && crashes && !calm -> crashes--; \
        up[n] = 0; held[n] = 0; stopping[n] = 0; report[n] = SILENT; about[n] = 0 } \
    :: d_step { GO && !up[n] && !calm -> up[n] = 1; inc[n]++; START(n); RECALL(n); forget_beat(n) } \
    :: d_step { GO && calm && cut[n] && ph[n] != IDLE -> forget_beat(n) } \
    :: d_step { GO && hold[n] && !grant[n] -> lapsed(n) } \
    :: d_step { GO && (calm -> IS_LOST(n) : (step == PREPARING || step == STOPPING) && n == to && !hold[n]) -> lapsed(n) } \
    :: d_step { GO && WANTS(n) -> want(FAILOVER, n) } \
    :: d_step { GO && plans && !calm && seen[n] && MAY_WANT(PLANNED, n) -> \
        plans--; as_forced = 0; want(PLANNED, n) } \
    :: d_step { GO && drills && !calm && seen[n] && MAY_WANT(DRILL, n) -> drills--; want(DRILL, n) } \
    :: d_step { GO && forces && !calm && seen[n] && MAY_WANT(FORCED, n) -> \
        forces--; want_forced(n) }

#ifdef FAULT_FORCED_AS_PLANNED
#define want_forced(n) want(PLANNED, n); as_forced = 1
#else
#define want_forced(n) want(FORCED, n)
#endif

#ifdef FAULT_FORGETS_TOKEN
#define RECALL(n) high[n] = 0
#else
#define RECALL(n) skip
#endif

/* An agent runs its demote hook before its first beat. */
#ifdef FAULT_NO_DEMOTE_AT_START
#define START(n) skip
#else
#define START(n) lease[n] = 0
#endif

init {
    d_step {
        up[0] = 1; up[1] = 1; seen[0] = 1; seen[1] = 1;
#ifndef BOOTSTRAP
        tok = 1; issued = 1; owner[1] = 1; took[0] = 1; prim = 0; hold[0] = 1; grant[0] = WAIT; held[0] = 1; high[0] = 1; lease[0] = LEASE_OF(0);
#endif
#if NODES > 2
        up[2] = 1; seen[2] = 1
#endif
    };
#ifndef LIVENESS
end:
#endif
    do
    NODE(0)
    NODE(1)
#if NODES > 2
    NODE(2)
#endif
    :: d_step { GO && CAN_COMMIT && issued < (calm -> 7 : TOKENS) -> commit() }
    :: d_step { GO && step == COMMITTING && failing && !calm -> failing--; call_off() }
    :: d_step { GO && LOSSY && !calm && (step == PREPARING || step == PROMOTING || step == DRAINING || step == CLEANING) -> overdue() }
    :: d_step { GO && dismissals && !calm && prim != NOBODY -> dismissals--; dismissed() }
    :: d_step { GO && restarts && !calm -> restarts--; restart() }
#if ROLLBACKS
    :: d_step { GO && rollbacks && !copied && !calm && step == COMMITTING -> copy_store() }
    :: d_step { GO && copied && !calm -> rollbacks--; roll_back() }
#endif
    :: d_step { GO && (!calm || !BUSY) -> tick() }
#ifdef LIVENESS
    :: d_step { GO && !calm && up[0] -> calm = 1; cut[1] = 1 }
    :: d_step { GO && !calm && up[1] -> calm = 1; cut[0] = 1 }
    :: d_step { GO && !calm && (up[0] || up[1]) -> calm = 1 }
#endif
    od
}
