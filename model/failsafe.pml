/*
 * The failsafe promise and the list of members, for Spin: a primary that gets no answer asks the other members' agents,
 * while a manager that does not hear it makes another one primary. Read handover.pml first: time, leases and answers are
 * told there, and a change of primary is one step here.
 *
 *   here                                      in handover.md
 *   bound                                     "promises to accept no promotion", and the wait after an agent's own start
 *   asker aleft asked                         an ask of every other member; the lease counts from when it began
 *   list ver, list_of ver_of                  the list of members at the manager; the one that a node has
 *   sure                                      who stands in every list from the last acknowledged one to the present one
 */

#ifndef LEASE
#define LEASE 2
#endif
#ifndef ALLOW
#define ALLOW 1
#endif
#define FENCE 1
#define WAIT (LEASE + ALLOW)
#ifdef FAULT_PROMISE_WITHOUT_ALLOWANCE
#define PROMISE LEASE
#else
#define PROMISE WAIT
#endif

/* How much trouble there is. Lateness is free, and so is which node reaches which. */
#ifndef LOSSY
#define LOSSY 1      /* answers get lost */
#endif
#ifndef CRASHES
#define CRASHES 0
#endif
#ifndef PLANNED_MAX
#define PLANNED_MAX 0
#endif
#ifndef JOINS
#define JOINS 0      /* node 2 joins */
#endif
#ifndef LEAVES
#define LEAVES 0     /* node 2 leaves the list */
#endif
#ifndef TOKENS
#define TOKENS 2     /* the highest token, while there is trouble */
#endif

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

#define NODES 3
#define NOBODY 7

/* Directive */
#define NOTHING 0
#define PROMOTE 1
#define DEMOTE 2

/* A set of nodes is a number with one bit for each. */
#define BIT(n) (1 << n)
#define HAS(set, n) ((set) & BIT(n))

/* ---- the manager; what it stores before it takes effect, and what it remembers ---- */
byte prim = NOBODY;
byte tok;
byte hold[NODES];
byte grant[NODES];
byte list; byte ver;
byte sure;

/* ---- a node ---- */
bool up[NODES];
byte held[NODES]; byte lease[NODES]; byte high[NODES]; bool stopping[NODES]; bool stopped[NODES];
byte bound[NODES];         /* ticks of its own clock for which it accepts no promotion */
byte list_of[NODES]; byte ver_of[NODES];
bool waits[NODES];         /* for an answer */
byte sent[NODES];
byte a_dir[NODES]; byte a_tok[NODES]; bool a_renews[NODES]; byte a_list[NODES]; byte a_ver[NODES];

/* ---- one ask at a time: whoever asks again drops the one before, and answers to it do not count (the nonce) ---- */
byte asker = NOBODY;
byte aleft;                /* ticks of the asker's own clock until a lease counted from the ask is over */
byte asked;                /* whose promise is missing */

bool calm;
bool cut[NODES];
bool did[NODES];

byte crashes = CRASHES;
byte plans = PLANNED_MAX;
byte joins = JOINS;
byte leaves = LEAVES;

/* ---- the judge ---- */
byte overlapping = NOBODY; /* the old primary of a planned overlap, while nothing begun after the commit lengthened its lease */
bool asked_late;           /* the ask began after the commit that replaced the asker */
#define BOTH(a, b) (lease[a] && lease[b] && overlapping != a && overlapping != b)
#define TWO_VALID (BOTH(0, 1) || BOTH(0, 2) || BOTH(1, 2))

/* ---- the manager ---- */

#define DIRECTIVE(n) (n == prim -> PROMOTE : (hold[n] -> DEMOTE : NOTHING))

/* Who may follow a primary that is lost: those whom it would have asked for a promise. */
#ifdef FAULT_JOINER_AS_CANDIDATE
#define CANDIDATES list
#else
#define CANDIDATES sure
#endif
/* The same for who follows one that works: told nothing, it would ask all but its successor. */
#ifdef FAULT_JOINER_AS_SUCCESSOR
#define SUCCESSORS list
#else
#define SUCCESSORS sure
#endif
#ifdef FAULT_LEAVER_AS_CANDIDATE
#define NARROW skip
#else
#define NARROW sure = sure & list
#endif

inline lapsed(n) {
    hold[n] = 0; grant[n] = 0;
    if
    :: prim == n -> prim = NOBODY
    :: else
    fi
}

/* A primary that the manager gave up for lost, kept by promises and heard again: nobody was made primary since. */
#define RETURNS(n) (prim == NOBODY && held[n] && held[n] == tok && !hold[0] && !hold[1] && !hold[2])

inline commit(n, old) {
    overlapping = old;
    tok++;
    prim = n; hold[n] = tok; grant[n] = WAIT
}

#define MAY_TAKE(n) (high[n] < tok)

/* A beat comes at once or never; its answer may be late. */
inline beat(n) {
    waits[n] = 1; did[n] = calm;
    if
    :: stopped[n] && hold[n] -> lapsed(n)
    :: RETURNS(n) -> prim = n; hold[n] = held[n]
    :: else
    fi;
    if
    :: n == prim && held[n] == tok && ver_of[n] == ver -> sure = list
    :: else
    fi;
    a_dir[n] = DIRECTIVE(n); a_tok[n] = tok; a_list[n] = list; a_ver[n] = ver;
    a_renews[n] = (n == prim && held[n] == tok);
    if
    :: a_renews[n] || (a_dir[n] == PROMOTE && MAY_TAKE(n)) -> grant[n] = WAIT
    :: else
    fi;
    sent[n] = (a_dir[n] == PROMOTE -> LEASE_OF(n) : 0)
}

/* ---- the agent ---- */

inline lay_down(n) {
    held[n] = 0; stopping[n] = 1; stopped[n] = 0
}

inline forget_answer(n) {
    waits[n] = 0; sent[n] = 0; a_dir[n] = NOTHING; a_tok[n] = 0; a_renews[n] = 0; a_list[n] = 0; a_ver[n] = 0
}

inline hark(n) {
    if
    :: held[n] && lease[n] <= FENCE -> lay_down(n)
    :: else
    fi;
    /* The list is on disk before anything that comes with it takes effect. */
    list_of[n] = a_list[n]; ver_of[n] = a_ver[n];
    if
    :: a_dir[n] == PROMOTE && held[n] && a_tok[n] == held[n] ->
        if
        :: a_renews[n] && sent[n] > lease[n] -> lease[n] = sent[n]
        :: else
        fi
    :: a_dir[n] == PROMOTE && a_tok[n] > high[n] && sent[n] > FENCE && !bound[n] ->
        held[n] = a_tok[n]; lease[n] = sent[n]; stopping[n] = 0; stopped[n] = 0
    :: a_dir[n] == DEMOTE && held[n] -> lay_down(n)
    :: else -> stopped[n] = 0
    fi;
    high[n] = (a_tok[n] > high[n] -> a_tok[n] : high[n]);
    forget_answer(n);
    assert(!TWO_VALID)
}

inline ask(n) {
    asker = n; aleft = LEASE_OF(n); asked_late = (overlapping == n); asked = list_of[n] & (7 - BIT(n))
}

inline drop_ask() {
    asker = NOBODY; aleft = 0; asked = 0; asked_late = 0
}

#define MAY_PROMISE(p) (up[p] && !held[p] && !lease[p] && high[p] <= held[asker])

inline promise(p) {
    bound[p] = (bound[p] > PROMISE -> bound[p] : PROMISE)
}

inline all_promised() {
    if
    :: aleft > lease[asker] ->
        lease[asker] = aleft;
        if
        :: overlapping == asker && asked_late -> overlapping = NOBODY
        :: else
        fi
    :: else
    fi;
    drop_ask();
    assert(!TWO_VALID)
}

/* ---- time ---- */

inline run_down(x) {
    if
    :: x -> x--
    :: else
    fi
}

inline pass(n) {
    run_down(lease[n]); run_down(sent[n]); run_down(grant[n]);
#ifndef FAULT_PROMISE_FOREVER
    run_down(bound[n]);
#endif
    did[n] = 0
}

inline tick() {
    pass(0); pass(1); pass(2);
    run_down(aleft);
    if
    :: overlapping != NOBODY && !lease[overlapping] -> overlapping = NOBODY
    :: else
    fi
}

/* ---- what can happen next ---- */

#define REACHES(n) (up[n] && !cut[n])
#define LAYS_DOWN(n) (up[n] && held[n] && lease[n] <= FENCE)
#define LAPSES(n) (hold[n] && !grant[n])
#define NOBODY_ELSE_HOLDS(n) ((!hold[0] || n == 0) && (!hold[1] || n == 1) && (!hold[2] || n == 2))
/* A node inside a promise is not asked to take over; a manager that has not heard of it finds out. */
#define FOLLOWS(n) (prim == NOBODY && NOBODY_ELSE_HOLDS(n) && HAS(CANDIDATES, n) && (!calm || (REACHES(n) && !bound[n])))
#ifdef ALL_ASK
#define MAY_ASK(n) 1
#else
#define MAY_ASK(n) (n == 0)
#endif
#define ASKS(n) (MAY_ASK(n) && asker == NOBODY && up[n] && held[n] && lease[n] > FENCE)
#define NODE_BUSY(n) (LAYS_DOWN(n) || (up[n] && stopping[n]) || LAPSES(n) || FOLLOWS(n) \
    || (REACHES(n) && (waits[n] || !did[n])) || (cut[n] && ASKS(n) && !did[n]))
#define BUSY (NODE_BUSY(0) || NODE_BUSY(1) || NODE_BUSY(2) || (asker != NOBODY && !DROPS))

/* A primary comes and stays, once there is calm and one node that lives, reaches the manager and may follow. */
#ifdef LIVENESS
#define SERVED(n) (held[n] && lease[n] > FENCE)
#define served (SERVED(0) || SERVED(1) || SERVED(2))
#define MAY_COME(n) (up[n] && HAS(sure, n))
ltl a_primary_comes { [] (calm -> <> [] served) }
#endif

/* When calm, every living node reaches every other: only the manager may be out of reach. */
#define SILENT_PEER(p) (HAS(asked, p) && !MAY_PROMISE(p))
#define DROPS (!up[asker] || !held[asker] || lease[asker] <= FENCE)

#ifdef FAULT_NO_WAIT_AT_START
#define BOUND_AT_START 0
#else
#define BOUND_AT_START WAIT
#endif

/* Two addresses of the list lead to one agent. What comes back does not carry the id that was asked. */
#ifdef FAULT_TWO_ADDRESSES
#define ANSWERS_FOR(p) (MAY_PROMISE(1) -> 1 : p)
#else
#define ANSWERS_FOR(p) p
#endif

/* A beat with nothing in it, answered with nothing new, changes nothing. */
#define NEWS(n) (n == prim || hold[n] || stopped[n] || high[n] < tok || ver_of[n] != ver)

/* With the last token given and every older lease over, nothing is left that could go wrong. */
#ifdef LIVENESS
#define GO 1
#else
#define OLD(n) (n != prim && (held[n] || lease[n]))
#define GO (tok < TOKENS || OLD(0) || OLD(1) || OLD(2))
#endif

/* An answer that gives or renews no role comes at once, unless LATE_ANSWERS: a beat may be as late as it likes. */
inline arrive(n) {
    if
    :: a_dir[n] != PROMOTE -> hark(n)
    :: else
    fi
}
#ifdef LATE_ANSWERS
#define ARRIVE(n) skip
#else
#define ARRIVE(n) arrive(n)
#endif

#define NODE(n) \
    :: d_step { GO && up[n] && !waits[n] && (calm -> !did[n] && !cut[n] : NEWS(n)) -> beat(n); ARRIVE(n) } \
    :: d_step { GO && up[n] && waits[n] -> hark(n) } \
    :: d_step { GO && waits[n] && (calm -> cut[n] : LOSSY) -> forget_answer(n) } \
    :: d_step { GO && LAYS_DOWN(n) -> lay_down(n) } \
    :: d_step { GO && up[n] && stopping[n] -> stopping[n] = 0; stopped[n] = 1; lease[n] = 0 } \
    :: d_step { GO && ASKS(n) && (!calm || (cut[n] && !did[n])) -> did[n] = calm; ask(n) } \
    :: d_step { GO && HAS(asked, n) && MAY_PROMISE(ANSWERS_FOR(n)) -> asked = asked & (7 - BIT(n)); promise(ANSWERS_FOR(n)) } \
    :: d_step { GO && HAS(asked, n) && up[n] && held[n] && held[n] < held[asker] -> lay_down(n) } \
    :: d_step { GO && up[n] && crashes && !calm -> crashes--; \
        up[n] = 0; held[n] = 0; stopping[n] = 0; stopped[n] = 0; forget_answer(n); bound[n] = 0 } \
    :: d_step { GO && !up[n] && !calm -> up[n] = 1; lease[n] = 0; bound[n] = BOUND_AT_START } \
    :: d_step { GO && LAPSES(n) -> lapsed(n) } \
    :: d_step { GO && FOLLOWS(n) && tok < (calm -> 6 : TOKENS) -> commit(n, NOBODY) } \
    :: d_step { GO && plans && !calm && prim != NOBODY && prim != n && NOBODY_ELSE_HOLDS(prim) && HAS(SUCCESSORS, n) && tok < TOKENS -> \
        plans--; commit(n, prim) }

init {
    d_step {
        list = (JOINS -> 3 : 7); sure = list;
        up[0] = 1; up[1] = 1; up[2] = 1;
        list_of[0] = list; list_of[1] = list; list_of[2] = list;
        tok = 1; prim = 0; hold[0] = 1; grant[0] = WAIT; held[0] = 1; high[0] = 1; lease[0] = LEASE_OF(0)
    };
#ifndef LIVENESS
end:
#endif
    do
    NODE(0)
    NODE(1)
    NODE(2)
    :: d_step { GO && asker != NOBODY && asked == 0 && !DROPS -> all_promised() }
    :: d_step { GO && asker != NOBODY && (!calm || DROPS || SILENT_PEER(0) || SILENT_PEER(1) || SILENT_PEER(2)) -> drop_ask() }
    :: d_step { GO && joins && !calm && !HAS(list, 2) -> joins--; ver++; list = list | 4; NARROW }
    :: d_step { GO && leaves && !calm && HAS(list, 2) && prim != 2 -> leaves--; ver++; list = list & 3; NARROW }
    :: d_step { GO && (!calm || !BUSY) -> tick() }
#ifdef LIVENESS
    :: d_step { !calm && MAY_COME(1) -> calm = 1; cut[0] = 1 }
    :: d_step { !calm && MAY_COME(0) -> calm = 1; cut[1] = 1 }
    :: d_step { !calm && MAY_COME(2) -> calm = 1; cut[0] = 1; cut[1] = 1 }
    :: d_step { !calm && (MAY_COME(0) || MAY_COME(1) || MAY_COME(2)) -> calm = 1 }
#endif
    od
}
