#!/bin/sh
# A virtual address moves from a frozen primary to its standby, and back by an order, between hosts that exist only for
# this demo: network namespaces with a switch. Takes everything away at its end, however it ends short of kill -9.
# Environment: FAIRLEAD  the program to run (default: the launcher of this source tree)
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH='' cd -- "$here/../.." && pwd)
fairlead=${FAIRLEAD:-$root/fairlead}
testnet=$root/scripts/testnet.sh
net=vip$$
vip=192.0.2.100

"$testnet" check
for program in curl python3 flock setsid; do
    command -v "$program" >/dev/null || {
        echo "demo: missing: $program" >&2
        exit 1
    }
done
command -v arping >/dev/null ||
    echo "demo: no arping here: neighbours that know the old machine find the new one late (Debian: iputils-arping)"
"$fairlead" --version >/dev/null

work=$(mktemp -d)
# shellcheck disable=SC2317 # the trap calls it
finish() {
    status=$?
    trap - EXIT INT TERM HUP
    # An end that was asked for needs no explanation.
    if [ "$status" != 0 ] && [ "$status" -lt 128 ]; then
        tail -n 20 "$work"/*.log >&2
    fi
    "$testnet" down "$net"
    rm -rf "$work"
    exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

now_ms() {
    read -r up _ </proc/uptime
    ms=${up%.*}${up#*.}0
}
now_ms
began=$ms

say() {
    now_ms
    printf '[%2d.%d s] %s\n' $(((ms - began) / 1000)) $(((ms - began) / 100 % 10)) "$1"
}

fail() {
    say "FAILED: $1"
    exit 1
}

on() {
    "$testnet" exec "$net" "$@"
}

# What the address answers to the client: a node's name, or nothing within 0.3 s.
answer() {
    on client curl -s --max-time 0.3 "http://$vip:8080/" || true
}

holders() {
    for node in gw-1 gw-2; do
        on "$node" ip -4 -o addr show dev eth0 to "$vip/32" | awk -v node="$node" '{ printf "%s ", node }'
    done
}

# Waits until the client is answered by node $1, at most $2 seconds, and says how long that took.
await_answer() {
    now_ms
    since=$ms
    until [ "$(answer)" = "$1" ]; do
        now_ms
        [ $((ms - since)) -lt $(($2 * 1000)) ] || fail "$1 did not answer at $vip within $2 s; it is on: $(holders)"
        sleep 0.02
    done
    now_ms
    took=$((ms - since))
}

start_node() {
    mkdir -p "$work/$1"
    cat >"$work/$1/settings" <<SETTINGS
VIP=$vip
DEVICE=eth0
AGENT=http://127.0.0.1:7401
START=
STOP=
STATE=$work/$1
SETTINGS
    on "$1" python3 "$here/service.py" "$1" "$work/$1/line-1@$1" "$work/virtual-ip/guarded-write" "$work/shared" \
        >"$work/service-$1.log" 2>&1 &
    on "$1" env "FAIRLEAD_VIP_SETTINGS=$work/$1/settings" "$fairlead" agent --managers http://192.0.2.9:7400 \
        --group line-1 --node "$1" --address "192.0.2.${1#gw-}:8080" --hooks-dir "$work/virtual-ip/hooks" \
        --state-dir "$work/$1/state" --peer-listen "192.0.2.${1#gw-}:7403" --peer-address "192.0.2.${1#gw-}:7403" \
        --group-secret-file "$work/group.secret" --heartbeat-interval 500ms --sample-interval 500ms >"$work/agent-$1.log" 2>&1 &
}

cp -r "$here" "$work/virtual-ip"
(
    umask 077
    od -An -N16 -tx1 /dev/urandom | tr -d ' ' >"$work/group.secret"
)
"$testnet" up "$net" gw-1=192.0.2.1/24 gw-2=192.0.2.2/24 manager=192.0.2.9/24 client=192.0.2.20/24
cat >"$work/manager.yaml" <<CONFIG
listen: 192.0.2.9:7400
insecure: on
store: memory
timing: safe
groups:
  line-1: { handover: exclusive, preferred: gw-1, sample-interval: 500ms, window: 5 }
CONFIG
on manager "$fairlead" manager --config "$work/manager.yaml" >"$work/manager.log" 2>&1 &
start_node gw-1
start_node gw-2
say "a manager, two gateways and a client, each a host of its own; the address is $vip"

await_answer gw-1 60
say "gw-1 is primary and answers at $vip"
sleep 1
lifetime=$(on gw-1 ip -4 addr show dev eth0 to "$vip/32" | awk '/valid_lft/ { print $2 }')
say "the kernel of gw-1 would drop it by itself in $lifetime"

say "gw-1 begins a slow write, and freezes: every process on it is stopped, its link stays up"
on client curl -s --max-time 60 -X POST "http://$vip:8080/slow-write" >"$work/slow.log" 2>&1 &
sleep 0.5
frozen=$(ip netns pids "$net-gw-1")
# shellcheck disable=SC2086 # one argument for each process
kill -STOP $frozen
await_answer gw-2 15
[ "$(holders)" = 'gw-2 ' ] || fail "the address is on: $(holders)"
say "gw-2 answers, $took ms after the freeze; the address is on gw-2 alone"
on client curl -s -f --max-time 5 -X POST "http://$vip:8080/write" >/dev/null || fail "gw-2 could not write"

say "gw-1 thaws, and goes on with its write"
# shellcheck disable=SC2086
kill -CONT $frozen
tries=0
until grep -q 'slow-write' "$work/service-gw-1.log"; do
    tries=$((tries + 1))
    [ "$tries" -lt 100 ] || fail "the slow write did not end"
    sleep 0.1
done
grep -q 'slow-write: token [0-9]* is refused' "$work/service-gw-1.log" || fail "an old token was not refused"
say "$(grep 'slow-write:' "$work/service-gw-1.log")"
[ "$(cat "$work/shared")" = 'written by gw-2' ] || fail "gw-1 has written: $(cat "$work/shared")"
sleep 1
[ "$(holders)" = 'gw-2 ' ] || fail "after the thaw the address is on: $(holders)"

say "an operator moves the role back"
on client "$fairlead" switchover line-1 --to gw-1 --manager http://192.0.2.9:7400 >>"$work/orders.log" 2>&1
await_answer gw-1 10
say "gw-1 answers, $took ms after the order"
sleep 1
[ "$(holders)" = 'gw-1 ' ] || fail "after the switchover the address is on: $(holders)"
say "done"
