# Sourced by the hooks and by keep-address: settings, and what is done with the address.
# shellcheck shell=sh disable=SC2154
# shellcheck source-path=SCRIPTDIR source=settings
. "${FAIRLEAD_VIP_SETTINGS:-$here/settings}"

node=${FAIRLEAD_GROUP:?is set by the agent}@${FAIRLEAD_NODE:?is set by the agent}
# shellcheck disable=SC2153
state=$STATE/$node
keeper_file=$state/keeper

has_address() {
    ip -4 -o addr show dev "$DEVICE" to "$VIP/32" | grep -q .
}

# Tells the neighbours that the address is here now, in the background: arping waits a second after each of them.
announce() {
    command -v arping >/dev/null || return 0
    case $(arping -V 2>&1) in
    *iputils*) arping -q -U -c "$1" -I "$DEVICE" "$VIP" >/dev/null 2>&1 & ;;
    *) arping -q -U -c "$1" -i "$DEVICE" -S "$VIP" "$VIP" >/dev/null 2>&1 & ;;
    esac
}

# The process group of a running keep-address, or nothing. Its id is taken for another process's after it ended.
keeper() {
    keeper_pid=$(cat "$keeper_file" 2>/dev/null) || return 0
    if tr '\0' ' ' <"/proc/$keeper_pid/cmdline" 2>/dev/null | grep -q keep-address; then
        echo "$keeper_pid"
    fi
}

# Ends keep-address with whatever it has just started, so that it cannot put the address back.
end_keeper() {
    [ -e "$keeper_file" ] || return 0
    old=$(keeper)
    if [ -n "$old" ]; then
        kill -KILL "-$old" 2>/dev/null || true
        tries=0
        while [ -n "$(keeper)" ] && [ "$tries" -lt 20 ]; do
            tries=$((tries + 1))
            sleep 0.01
        done
    fi
    rm -f "$keeper_file"
}

# Takes the address away; fine where it is not.
drop_address() {
    tries=0
    while has_address; do
        ip addr del "$VIP/32" dev "$DEVICE" 2>/dev/null || true
        tries=$((tries + 1))
        if [ "$tries" -gt 5 ]; then
            echo "$VIP is still on $DEVICE" >&2
            return 1
        fi
    done
}

# Milliseconds since the machine started; no clock that is set disturbs them.
now_ms() {
    read -r seconds _ </proc/uptime
    ms=${seconds%.*}${seconds#*.}0
}

# Sets left to the whole seconds for which this node is still primary under token $1; to 0 where it is not or nobody answers,
# and to -1 where it is something else by now.
whole_seconds_left() {
    left=0
    now_ms
    asked=$ms
    said=$(curl -s -f --max-time 0.2 "$AGENT/primary") || return 0
    case $said in
    *"\"token\":$1,"*) ;;
    *'"token"'*)
        left=-1
        return 0
        ;;
    *) return 0 ;;
    esac
    left=${said##*'"primary_ms_left":'}
    left=${left%%[!0-9]*}
    # What the answer and this process's own pauses took comes off.
    now_ms
    left=$(((${left:-0} - (ms - asked)) / 1000))
}

# The address is here, and the kernel drops it by itself in $1 seconds.
hold_address() {
    ip addr replace "$VIP/32" dev "$DEVICE" valid_lft "$1" preferred_lft "$1"
}
