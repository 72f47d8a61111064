/*
 * What the Java machine did, against walk.pml: reads rows from standard input, does with each event what the model does, and
 * tells each row where another state, directive or renewal came out. Run by ModelTraceTest, which writes the rows; each
 * value is one character, '0' for 0, and 'z' ends them. 'spin -T model/trace.pml <rows' repeats it.
 */

#define NODES 4
byte exclusive;
#define EXCLUSIVE exclusive
#include "walk.pml"

/* HandoverEvent; an event that is a report has its number plus 10 */
#define WANTED 0
#define DISMISSED 1
#define COMMITTED 2
#define NOT_COMMITTED 3
#define LAPSED 4
#define OVERDUE 5
#define REPORTED 10

#define END ('z' - '0')

chan STDIN;
int read;
byte event; byte node; byte token; byte which;
byte expected;
int rows; int differ;
bool same;

#define NEXT(x) STDIN ? read; x = read - '0'
#define NEXT_OF(x) NEXT(x[0]); NEXT(x[1]); NEXT(x[2]); NEXT(x[3])
#define IS(x) NEXT(expected); same = same && expected == (x)
#define IS_OF(x) IS(x[0]); IS(x[1]); IS(x[2]); IS(x[3])

inline happens() {
    if
    :: event == WANTED ->
        if
        :: MAY_WANT(which, node) -> want(which, node)
        :: else
        fi
    :: event == DISMISSED -> dismissed()
    :: event == COMMITTED ->
        if
        :: step == COMMITTING && token > tok -> committed(token)
        :: else
        fi
    :: event == NOT_COMMITTED ->
        if
        :: step == COMMITTING -> call_off()
        :: else
        fi
    :: event == LAPSED -> lapsed(node)
    :: event == OVERDUE -> overdue()
    :: event >= REPORTED -> reported(node, event - REPORTED, token)
    fi
}

init {
    do
    :: NEXT(exclusive);
        if
        :: exclusive == END -> break
        :: else
        fi;
        NEXT(step); NEXT(kind); NEXT(from); NEXT(to); NEXT(prim); NEXT(tok); NEXT_OF(hold); NEXT_OF(unst);
        NEXT(event); NEXT(node); NEXT(token); NEXT(which);
        happens();
        same = 1;
        IS(step); IS(kind); IS(from); IS(to); IS(prim); IS(tok); IS_OF(hold); IS_OF(unst);
        IS(DIRECTIVE(0)); IS(DIRECTIVE(1)); IS(DIRECTIVE(2)); IS(DIRECTIVE(3));
        IS(RENEWS(0, tok)); IS(RENEWS(1, tok)); IS(RENEWS(2, tok)); IS(RENEWS(3, tok));
        rows++;
        if
        :: same
        :: else -> differ++; printf("row %d differs\n", rows)
        fi
    od;
    printf("%d rows, %d differ\n", rows, differ)
}
