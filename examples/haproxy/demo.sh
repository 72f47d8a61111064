#!/bin/sh
# Two nodes behind HAProxy, which their agents tell who is primary: a standby carries 5 %, planned changes without a failed
# request, an agent that is started again, then the primary dies. Everything is on 127.0.0.1 and ends with this script.
# Environment: FAIRLEAD  the program to run (default: the launcher of this source tree)
#              CHANGES   how many planned changes (default 3)
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH='' cd -- "$here/../.." && pwd)
fairlead=${FAIRLEAD:-$root/fairlead}
nginx=$root/examples/nginx

for program in haproxy curl python3; do
    command -v "$program" >/dev/null || {
        echo "demo: missing: $program" >&2
        exit 1
    }
done
"$fairlead" --version >/dev/null

work=$(mktemp -d)
pids=''
# shellcheck disable=SC2317 # the trap calls it
finish() {
    status=$?
    trap - EXIT INT TERM HUP
    # An end that was asked for needs no explanation.
    if [ "$status" != 0 ] && [ "$status" -lt 128 ]; then
        tail -n 20 "$work"/*.log >&2
    fi
    # Some have ended by themselves.
    set +e
    exec 2>/dev/null
    # shellcheck disable=SC2086 # one argument for each process
    kill $pids
    wait
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

# What HAProxy knows of server $1: its state, its weight, and what its agent said last.
server() {
    python3 - "$HAPROXY_SOCKET" "$1" <<'PYTHON'
import csv, socket, sys
with socket.socket(socket.AF_UNIX) as asked:
    asked.connect(sys.argv[1])
    asked.sendall(b"show stat\n")
    text = b"".join(iter(lambda: asked.recv(65536), b"")).decode()
for row in csv.DictReader(text.removeprefix("# ").splitlines()):
    if row["svname"] == sys.argv[2]:
        print(row["status"], row["weight"], row["last_agt"])
PYTHON
}

# Waits, at most 60 s, until HAProxy knows of server $1 what matches $2.
await_server() {
    tries=0
    until server "$1" | grep -Eq "$2"; do
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || fail "HAProxy says of $1: $(server "$1"), expected $2"
        sleep 0.2
    done
}

ports=$(python3 -c '
import socket
held = [socket.create_server(("127.0.0.1", 0)) for _ in range(8)]
print(*[s.getsockname()[1] for s in held])')
# shellcheck disable=SC2086
set -- $ports
manager=127.0.0.1:$2 port_one=127.0.0.1:$5 port_two=127.0.0.1:$6
export FRONT="127.0.0.1:$1" ONE="127.0.0.1:$3" TWO="127.0.0.1:$4" AGENT_ONE="$7" AGENT_TWO="$8"
export HAPROXY_SOCKET="$work/haproxy.sock"

cat >"$work/manager.yaml" <<CONFIG
listen: $manager
store: memory
timing: safe
groups:
  web: { preferred: gw-1, observe: preference, sample-interval: 500ms, window: 5 }
CONFIG
"$fairlead" manager --config "$work/manager.yaml" >"$work/manager.log" 2>&1 &
pids="$pids $!"
haproxy -f "$here/haproxy.cfg" >"$work/haproxy.log" 2>&1 &
pids="$pids $!"

# $1: node, $2: address of its service, $3: its agent's local port, $4: its port for HAProxy
start_agent() {
    "$fairlead" agent --managers "http://$manager" --group web --node "$1" --listen "$3" --address "$2" \
        --agent-check "127.0.0.1:$4" --standby-share 5% --state-dir "$work/state-$1" \
        --heartbeat-interval 500ms --sample-interval 500ms >>"$work/agent-$1.log" 2>&1 &
    agent=$!
    pids="$pids $agent"
}
python3 "$nginx/service.py" "$ONE" >"$work/service-1.log" 2>&1 &
service=$!
python3 "$nginx/service.py" "$TWO" >"$work/service-2.log" 2>&1 &
pids="$pids $service $!"
start_agent gw-1 "$ONE" "$port_one" "$AGENT_ONE"
first=$agent
start_agent gw-2 "$TWO" "$port_two" "$AGENT_TWO"
second=$agent

await_server gw-1 '^UP 100 '
await_server gw-2 '^UP 5 '
say "gw-1 is primary and has weight 100 at HAProxy ($FRONT), the standby gw-2 has 5"

asked=0 standby=0
while [ "$asked" -lt 105 ]; do
    asked=$((asked + 1))
    [ "$(curl -s "http://$FRONT/")" != "$TWO" ] || standby=$((standby + 1))
done
say "of 105 requests the standby answered $standby"
if [ "$standby" -lt 1 ] || [ "$standby" -gt 15 ]; then
    fail "the standby should answer about 5 of 105"
fi

python3 "$nginx/ask.py" "$FRONT" >"$work/ask.log" &
asking=$!
pids="$pids $asking"
to=gw-1 change=0
while [ "$change" -lt "${CHANGES:-3}" ]; do
    change=$((change + 1)) from=$to
    case $to in
    gw-1) to=gw-2 ;;
    gw-2) to=gw-1 ;;
    esac
    sleep 1
    "$fairlead" switchover web --to "$to" --manager "http://$manager" >"$work/order.log" 2>&1
    await_server "$to" '^UP 100 '
    await_server "$from" '^UP 5 '
    say "planned: now $to has 100 and $from has 5"
done

kill "$second"
wait "$second" || true
await_server gw-2 '^DOWN [(]agent[)] '
say "the agent of gw-2 stops: HAProxy says $(server gw-2)"
start_agent gw-2 "$TWO" "$port_two" "$AGENT_TWO"
await_server gw-2 '^UP '
say "it is started again: HAProxy says $(server gw-2)"
await_server gw-2 '^UP (5|100) '
sleep 1
kill "$asking"
wait "$asking" || true
sum=$(tail -n 1 "$work/ask.log")
say "a request every 20 ms: $sum"
case $sum in
*' answered, 0 failed') ;;
*) fail "requests failed: $(cat "$work/ask.log")" ;;
esac

# Does nothing where it is primary already.
"$fairlead" switchover web --to gw-1 --manager "http://$manager" >"$work/order.log" 2>&1 || true
await_server gw-1 '^UP 100 '
await_server gw-2 '^UP 5 '
kill -KILL "$first" "$service"
now_ms
died=$ms
say "gw-1 dies: its agent and its service are killed"
await_server gw-1 '^DOWN '
now_ms
say "HAProxy itself sees it $((ms - died)) ms later, and asks gw-2 alone; its dead agent says nothing: $(server gw-1)"
[ "$(curl -s "http://$FRONT/")" = "$TWO" ] || fail "gw-2 does not answer"
await_server gw-2 '^UP 100 '
now_ms
say "gw-2 is primary $((ms - died)) ms after the death"
say "done"
