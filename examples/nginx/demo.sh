#!/bin/sh
# A service behind nginx moves between two nodes while requests come every 20 ms: planned changes without a failed
# request, then the primary dies. Everything is on 127.0.0.1 and ends with this script.
# Environment: FAIRLEAD  the program to run (default: the launcher of this source tree)
#              CHANGES   how many planned changes (default 3)
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH='' cd -- "$here/../.." && pwd)
fairlead=${FAIRLEAD:-$root/fairlead}

for program in nginx curl python3 flock setsid; do
    command -v "$program" >/dev/null || {
        echo "demo: missing: $program" >&2
        exit 1
    }
done
"$fairlead" --version >/dev/null

work=$(mktemp -d)
pids='' addresses=
# shellcheck disable=SC2317 # the trap calls it
finish() {
    status=$?
    trap - EXIT INT TERM HUP
    # An end that was asked for needs no explanation.
    if [ "$status" != 0 ] && [ "$status" -lt 128 ]; then
        tail -n 20 "$work"/*.log "$work"/nginx/error.log >&2
    fi
    # Some have ended by themselves.
    set +e
    exec 2>/dev/null
    # shellcheck disable=SC2086 # one argument for each process
    kill $pids
    wait
    for address in $addresses; do
        "$work/example/service" stop "$address"
    done
    nginx -q -p "$work/nginx" -c nginx.conf -s quit
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

# Waits, at most 60 s, until the last line of the asking program names address $1.
await_answer() {
    tries=0
    until tail -n 1 "$work/ask.log" 2>/dev/null | grep -q "$1"; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || fail "$1 does not answer"
        sleep 0.1
    done
}

ports=$(python3 -c '
import socket
held = [socket.create_server(("127.0.0.1", 0)) for _ in range(6)]
print(*[s.getsockname()[1] for s in held])')
# shellcheck disable=SC2086
set -- $ports
front=127.0.0.1:$1 manager=127.0.0.1:$2 one=127.0.0.1:$3 two=127.0.0.1:$4 port_one=127.0.0.1:$5 port_two=127.0.0.1:$6

# The agents put their locks beside the hooks, so they get a copy.
cp -r "$here" "$work/example"
mkdir "$work/nginx"
cp "$here/nginx.conf" "$work/nginx/"
echo "listen $front;" >"$work/nginx/listen.conf"
echo "return 503;" >"$work/nginx/primary.conf"
export NGINX_DIR="$work/nginx" SERVICE_DIR="$work"
nginx -q -p "$work/nginx" -c nginx.conf

cat >"$work/manager.yaml" <<CONFIG
listen: $manager
store: memory
timing: safe
groups:
  web: { preferred: gw-1, observe: preference, sample-interval: 500ms, window: 5 }
CONFIG
"$fairlead" manager --config "$work/manager.yaml" >"$work/manager.log" 2>&1 &
pids="$pids $!"

# $1: node, $2: address of its service, $3: its agent's local port
start_node() {
    sed "s/^ADDRESS=.*/ADDRESS=$2/" "$here/settings" | sed "s|\$here|$work/example|g" >"$work/settings-$1"
    env "FAIRLEAD_NGINX_SETTINGS=$work/settings-$1" "$fairlead" agent --managers "http://$manager" --group web \
        --node "$1" --listen "$3" --address "$2" --hooks-dir "$work/example/hooks" --state-dir "$work/state-$1" \
        --heartbeat-interval 500ms --sample-interval 500ms >"$work/agent-$1.log" 2>&1 &
    agent=$!
    pids="$pids $agent"
    addresses="$addresses $2"
}
start_node gw-1 "$one" "$port_one"
first=$agent
start_node gw-2 "$two" "$port_two"

tries=0
until [ "$(curl -s "http://$front/")" = "$one" ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || fail "gw-1 does not answer behind nginx"
    sleep 0.1
done
say "gw-1 is primary; its service at $one answers behind nginx at $front"

python3 "$here/ask.py" "$front" >"$work/ask.log" &
asking=$!
await_answer "$one"
to=gw-1 change=0
while [ "$change" -lt "${CHANGES:-3}" ]; do
    change=$((change + 1))
    case $to in
    gw-1) to=gw-2 ;;
    gw-2) to=gw-1 ;;
    esac
    sleep 1
    "$fairlead" switchover web --to "$to" --manager "http://$manager" >"$work/order.log" 2>&1
    case $to in
    gw-1) await_answer "$one" ;;
    gw-2) await_answer "$two" ;;
    esac
    say "planned: now $to answers"
done
sleep 2
kill "$asking"
wait "$asking" || true
sum=$(tail -n 1 "$work/ask.log")
say "a request every 20 ms: $sum"
case $sum in
*' answered, 0 failed') ;;
*) fail "requests failed in a planned change: $(cat "$work/ask.log")" ;;
esac

sleep 1
# Does nothing where it is primary already.
"$fairlead" switchover web --to gw-1 --manager "http://$manager" >"$work/order.log" 2>&1
python3 "$here/ask.py" "$front" >"$work/ask.log" &
asking=$!
pids="$pids $asking"
await_answer "$one"
kill -KILL "$first"
kill -KILL "$(cat "$work/fairlead-service-$one.pid")"
now_ms
died=$ms
say "gw-1 dies: its agent and its service are killed"
await_answer "$two"
now_ms
say "gw-2 answers $((ms - died)) ms later"
say "done"
