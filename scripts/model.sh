#!/bin/sh
# Checks the models in model/ with Spin: what has to hold, and that each planted fault is found. One line for each
# check; the last line is the sum. Called by './fairlead test', and by itself.
set -eu

usage() {
    cat <<'USAGE'
Usage: scripts/model.sh [--soak] [--list] [--help] [NAME...]

Checks the models of lease, failsafe promise and change of primary with Spin. The last line is

    N passed, N failed, N skipped

  --soak   larger bounds, up to an hour, instead of less than two minutes
  --list   only say which checks there are
  NAME     only the checks whose name contains it, e.g. failsafe

Environment: FAIRLEAD_MODEL_MEMORY   megabytes for all that runs at a time (default 2000; 12000 with --soak)

Exit status: 0 all passed, or Spin is missing and all was skipped; 1 something failed; 2 wrong usage.
USAGE
}

# name | what is expected | file | bounds and planted fault
#
# What is expected: 'holds' is nothing to be found; 'leases' two valid leases, 'tokens' a token that was there before,
# 'cleanup' a cleanup for a node that is primary, 'never' no primary although there is calm. A planted fault that is not
# found, or that shows in another way, is a failed check.
checks() {
    cat <<'CHECKS'
handover overlap | holds | handover | -DPLANNED_MAX=1 -DFORCED_MAX=1 -DFAILING=1
handover exclusive | holds | handover | -DPLANNED_MAX=1 -DFORCED_MAX=1 -DFAILING=1 -DEXCLUSIVE=1
handover three tokens | holds | handover | -DLEASE=2 -DTOKENS=3 -DPLANNED_MAX=1
a primary dismissed | holds | handover | -DPLANNED_MAX=1 -DDISMISSED_MAX=1
drills | holds | handover | -DPLANNED_MAX=1 -DDRILLS_MAX=1
restarts of manager and agents | holds | handover | -DPLANNED_MAX=1 -DCRASHES=1 -DRESTARTS=1
store that lost its last writes | holds | handover | -DLEASE=2 -DROLLBACKS=1 -DLOSSY=0 -DFAILING=1 -DBOOTSTRAP
store that lost its last writes, exclusive | holds | handover | -DLEASE=2 -DROLLBACKS=1 -DLOSSY=0 -DPLANNED_MAX=1 -DEXCLUSIVE=1
a primary comes, agents die | holds | handover | -DLIVENESS -DCRASHES=1 -DLOSSY=0
a primary comes, exclusive | holds | handover | -DLIVENESS -DEXCLUSIVE=1 -DPLANNED_MAX=1 -DLOSSY=0
a primary comes, drills | holds | handover | -DLIVENESS -DDRILLS_MAX=1 -DLOSSY=0
a primary comes, the manager restarts | holds | handover | -DLIVENESS -DRESTARTS=1 -DLOSSY=0
failsafe | holds | failsafe | -DCRASHES=1
failsafe and overlap | holds | failsafe | -DPLANNED_MAX=1
failsafe and a joiner | holds | failsafe | -DJOINS=1
failsafe, a joiner and overlap | holds | failsafe | -DJOINS=1 -DPLANNED_MAX=1
failsafe and a leaver | holds | failsafe | -DLEAVES=1
failsafe, a primary comes | holds | failsafe | -DLIVENESS -DLEASE=3 -DTOKENS=1
fault: no allowance | leases | handover | -DFAULT_NO_ALLOWANCE
fault: no allowance, unseen where clocks are equal | holds | handover | -DFAULT_NO_ALLOWANCE -DEQUAL_CLOCKS
fault: no fence lead | leases | handover | -DFAULT_NO_FENCE_LEAD
fault: renewal after commit | leases | handover | -DPLANNED_MAX=1 -DFAULT_RENEWAL_AFTER_COMMIT
fault: forced handover before the old lease ends | leases | handover | -DFORCED_MAX=1 -DFAULT_FORCED_AS_PLANNED
fault: manager does not wait at start | leases | handover | -DRESTARTS=1 -DLEASES_ONLY -DFAULT_NO_MANAGER_WAIT
fault: manager promotes at start | leases | handover | -DLEASE=2 -DROLLBACKS=1 -DLOSSY=0 -DFAILING=1 -DBOOTSTRAP -DFAULT_PROMOTES_AT_START
fault: role below the stored token adopted | leases | handover | -DPLANNED_MAX=1 -DRESTARTS=1 -DFAULT_ADOPTS_LOWER
fault: agent starts without a demote | leases | handover | -DCRASHES=1 -DFAULT_NO_DEMOTE_AT_START
fault: agent forgets its highest token | tokens | handover | -DCRASHES=1 -DRESTARTS=1 -DFAULT_FORGETS_TOKEN
fault: token without the time | tokens | handover | -DLEASE=2 -DROLLBACKS=1 -DLOSSY=0 -DFAILING=1 -DBOOTSTRAP -DFAULT_TOKEN_WITHOUT_TIME
fault: cleanup before the stop | cleanup | handover | -DPLANNED_MAX=1 -DFAULT_CLEANUP_BEFORE_STOP
fault: known token granted anew | never | handover | -DLIVENESS -DRESTARTS=1 -DLOSSY=0 -DFAULT_GRANTED_ANEW
fault: dead candidate waited for | never | handover | -DLIVENESS -DCRASHES=1 -DLOSSY=0 -DFAULT_CANDIDATE_NEVER_LOST
fault: fence lead as long as a heartbeat allows none | never | handover | -DLIVENESS -DLEASE=2
fault: promise without allowance | leases | failsafe | -DFAULT_PROMISE_WITHOUT_ALLOWANCE
fault: promise without allowance, unseen where clocks are equal | holds | failsafe | -DFAULT_PROMISE_WITHOUT_ALLOWANCE -DEQUAL_CLOCKS
fault: no fence lead in failsafe | leases | failsafe | -DFAULT_NO_FENCE_LEAD
fault: no wait after an agent's start | leases | failsafe | -DCRASHES=1 -DFAULT_NO_WAIT_AT_START
fault: two addresses of one agent | leases | failsafe | -DFAULT_TWO_ADDRESSES
fault: joiner that the primary does not know | leases | failsafe | -DJOINS=1 -DFAULT_JOINER_AS_CANDIDATE
fault: planned change to a joiner that the primary does not know | leases | failsafe | -DJOINS=1 -DPLANNED_MAX=1 -DFAULT_JOINER_AS_SUCCESSOR
fault: leaver that the primary may not know | leases | failsafe | -DLEAVES=1 -DFAULT_LEAVER_AS_CANDIDATE
fault: promise without an end | never | failsafe | -DLIVENESS -DLEASE=3 -DTOKENS=1 -DFAULT_PROMISE_FOREVER
limit: store that lost the commit of an overlap | leases | handover | -DLEASE=2 -DROLLBACKS=1 -DLOSSY=0 -DPLANNED_MAX=1
CHECKS
}

soak_checks() {
    cat <<'CHECKS'
soak: three nodes | holds | handover | -DNODES=3 -DLEASE=2 -DPLANNED_MAX=1 -DFORCED_MAX=1
soak: three tokens, exclusive, failing | holds | handover | -DLEASE=2 -DTOKENS=3 -DPLANNED_MAX=1 -DFORCED_MAX=1 -DFAILING=1 -DEXCLUSIVE=1
soak: three tokens, overlap, failing | holds | handover | -DLEASE=2 -DTOKENS=3 -DPLANNED_MAX=1 -DFORCED_MAX=1 -DFAILING=1
soak: late beats and slow hooks | holds | handover | -DLATE_BEATS -DSLOW_HOOKS -DPLANNED_MAX=1 -DFORCED_MAX=1
soak: long leases | holds | handover | -DLEASE=5 -DALLOW=2 -DPLANNED_MAX=1 -DCRASHES=1 -DRESTARTS=1
soak: all that can restart, twice | holds | handover | -DLEASE=2 -DPLANNED_MAX=1 -DCRASHES=2 -DRESTARTS=2
soak: lossy store and network | holds | handover | -DLEASE=2 -DROLLBACKS=1 -DBOOTSTRAP
soak: a primary comes, everything | holds | handover | -DLIVENESS -DPLANNED_MAX=1 -DCRASHES=1
soak: a primary comes, everything lossy | holds | handover | -DLIVENESS -DRESTARTS=1
soak: failsafe, late answers | holds | failsafe | -DCRASHES=1 -DLATE_ANSWERS
soak: failsafe, all ask | holds | failsafe | -DPLANNED_MAX=1 -DALL_ASK -DLATE_ANSWERS
soak: failsafe, long leases | holds | failsafe | -DLEASE=4 -DCRASHES=1
soak: failsafe, joiner and leaver and overlap | holds | failsafe | -DJOINS=1 -DLEAVES=1 -DPLANNED_MAX=1
soak: failsafe, a primary comes, agents die | holds | failsafe | -DLIVENESS -DLEASE=3 -DTOKENS=1 -DCRASHES=1
CHECKS
}

# Prints the value of column $1 of check $2.
column() {
    printf '%s\n' "$2" | cut -d'|' -f"$1" | sed 's/^ *//; s/ *$//'
}

find_spin() {
    missing=
    for tool in spin gcc; do
        command -v "$tool" >/dev/null || missing="$missing $tool"
    done
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "fairlead: found no$missing: installing Debian's packages spin, gcc and libc6-dev" >&2
        if { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
            spin gcc libc6-dev; } >"$work/apt.log" 2>&1; then
            return 0
        fi
        tail -n 5 "$work/apt.log" >&2
    fi
    return 1
}

# What a run of a verifier that wrote file $1 came to, in the words of the table; anything else is itself.
verdict() {
    if grep -q 'MEMLIM bound\|max search depth too small\|out of memory' "$1"; then
        echo 'too large for its bounds'
    elif grep -q 'errors: 0$' "$1"; then
        echo holds
    elif grep -q '^pan:1: assertion violated .*lease\[' "$1"; then
        echo leases
    elif grep -q '^pan:1: assertion violated .*\(took\|owner\)\[' "$1"; then
        echo tokens
    elif grep -q '^pan:1: assertion violated .*a_dir\[' "$1"; then
        echo cleanup
    elif grep -q '^pan:1: acceptance cycle' "$1"; then
        echo never
    else
        found=$(grep -m 1 '^pan:1:' "$1" || tail -n 1 "$1")
        echo "something else: ${found:-it did not end}"
    fi
}

# Runs check $2, the $1th, in a folder of its own.
check() {
    name=$(column 1 "$2") expected=$(column 2 "$2") file=$(column 3 "$2") defines=$(column 4 "$2")
    folder=$work/$1
    mkdir -p "$folder"
    case $defines in
    *-DLIVENESS*) compile='' run=-a ;;
    *) compile=-DSAFETY run='' ;;
    esac
    # A fault is found early: what counts then is how soon the verifier is compiled.
    optimise=-O1
    [ "$expected" = holds ] || optimise=-O0
    # shellcheck disable=SC2086 # each holds several options, or none
    if (
        cd "$folder"
        ulimit -t "$seconds"
        spin $defines -a "$root/model/$file.pml" && gcc $optimise -w $compile "-DMEMLIM=$megabytes" -o pan pan.c
    ) >"$folder/build.log" 2>&1 </dev/null; then
        # shellcheck disable=SC2086
        (
            cd "$folder"
            ulimit -t "$seconds"
            exec ./pan $run -m1000000
        ) >"$folder/pan.log" 2>&1 </dev/null &
        child=$!
        wait "$child" || true
        child=
        found=$(verdict "$folder/pan.log")
    else
        found="something else: it did not compile, $(tail -n 1 "$folder/build.log")"
    fi
    states=$(sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' "$folder/pan.log" 2>/dev/null | head -n 1)
    if [ "$found" = "$expected" ]; then
        echo "passed: $name ($found, ${states:-0} states)"
        : >"$folder/passed"
        rm -f "$folder"/pan "$folder"/pan.?
    else
        echo "FAILED: $name: expected '$expected', found '$found', ${states:-0} states; see $folder"
        echo "    spin -t -p -g -k $folder/$file.pml.trail $defines $root/model/$file.pml"
    fi
}

# Takes one check after another until none is left; two of these run side by side.
lane() {
    number=0 child=
    # A verifier that loses its shell would run on.
    trap '[ -z "$child" ] || kill "$child"; exit 143' TERM
    while read -r line <&3; do
        number=$((number + 1))
        if mkdir "$work/$number" 2>/dev/null; then
            check "$number" "$line"
        fi
    done 3<"$work/checks"
}

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
work=$root/target/model
soak='' list='' names=''
while [ $# -gt 0 ]; do
    case $1 in
    --help | -h)
        usage
        exit 0
        ;;
    --soak) soak=yes ;;
    --list) list=yes ;;
    -*)
        echo "model.sh: unknown argument '$1'" >&2
        echo "Try 'scripts/model.sh --help'." >&2
        exit 2
        ;;
    *) names="$names$1
" ;;
    esac
    shift
done

rm -rf "$work"
mkdir -p "$work"
{
    if [ -n "$soak" ]; then soak_checks; fi
    checks
} | { if [ -n "$names" ]; then
    printf '%s' "$names" >"$work/names"
    grep -F -f "$work/names" || true
else cat; fi; } >"$work/checks"
total=$(wc -l <"$work/checks")
total=$((total))
if [ "$total" = 0 ]; then
    echo "model.sh: no check is named so; see scripts/model.sh --list" >&2
    exit 2
fi
if [ -n "$list" ]; then
    sed 's/ *|.*//' "$work/checks"
    exit 0
fi
if ! find_spin; then
    echo "fairlead: found no Spin with a C compiler: the $total checks of the model are SKIPPED" \
        "(Debian: apt-get install spin gcc libc6-dev)" >&2
    echo "0 passed, 0 failed, $total skipped"
    exit 0
fi

if [ -n "$soak" ]; then
    seconds=3600 megabytes=$((${FAIRLEAD_MODEL_MEMORY:-12000} / 2))
else
    seconds=100 megabytes=$((${FAIRLEAD_MODEL_MEMORY:-2000} / 2))
fi
lane &
first=$!
lane &
second=$!
trap 'kill "$first" "$second" 2>/dev/null; exit 130' INT TERM HUP
wait "$first" || true
wait "$second" || true
passed=$(find "$work" -name passed | wc -l)
passed=$((passed))
echo "$passed passed, $((total - passed)) failed, 0 skipped"
[ "$passed" = "$total" ]
