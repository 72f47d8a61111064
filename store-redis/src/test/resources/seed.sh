#!/bin/sh
# The reporter and the scheduler of the method's text, as somebody else would write them, with redis-cli alone.
#   seed.sh PORT report SERVICE ID NODE ENDPOINT WEIGHT    one report
#   seed.sh PORT allocate SERVICE TIMES                    prints the endpoint that each draw gives, or nothing
set -eu
redis() { redis-cli -h 127.0.0.1 -p "$port" "$@"; }
port=$1 what=$2
shift 2
case $what in
report)
    redis SADD "REGISTRY:LIST:$1" "$2" >/dev/null
    redis HSET "REGISTRY:INSTANCE:$1:$2" endpoint "$4" node_id "$3" >/dev/null
    redis SET "REGISTRY:NODE:LOAD:$3" "$5" EX 9 >/dev/null
    ;;
allocate)
    for id in $(redis SMEMBERS "REGISTRY:LIST:$1"); do
        node=$(redis HGET "REGISTRY:INSTANCE:$1:$id" node_id)
        endpoint=$(redis HGET "REGISTRY:INSTANCE:$1:$id" endpoint)
        weight=$(redis GET "REGISTRY:NODE:LOAD:$node")
        [ -z "$endpoint" ] || echo "$endpoint ${weight:-0}"
    done | awk -v times="$2" '
        { endpoint[NR] = $1; weight[NR] = $2; total += $2 }
        END {
            srand(7)
            for (i = 0; i < times && total > 0; i++) {
                drawn = int(rand() * total)
                for (n = 1; drawn >= weight[n]; n++) drawn -= weight[n]
                print endpoint[n]
            }
        }'
    ;;
esac
