#!/bin/sh
# Several hosts on one machine: network namespaces of a network's own, joined by a switch. Nothing of it is in the
# machine's own network, and 'down' takes all of it away. Needs root and iproute2.
set -eu

usage() {
    cat <<'USAGE'
Usage: scripts/testnet.sh COMMAND [ARGUMENT...]

  check                      says what is missing here; exit status 1 where something is
  up NET HOST=ADDRESS...     makes the network NET, e.g. up t1 gw-1=10.77.0.1/24 gw-2=10.77.0.2/24
  exec NET HOST COMMAND...   becomes that command, on that host
  cut NET FROM TO            from now on nothing that FROM sends from its address reaches TO, and nobody is told
  heal NET FROM TO           undoes a cut
  unplug NET HOST            takes the cable out: both ends lose their carrier
  plug NET HOST              puts it back
  down NET                   ends whatever still runs on its hosts, and takes the network away; fine when there is none

NET and HOST are letters, digits and '-', HOST at most 15 of them. The interface of each host is eth0.
USAGE
}

wrong() {
    echo "testnet: $1" >&2
    exit "${2:-2}"
}

check() {
    missing=
    [ "$(id -u)" = 0 ] || missing="root (you are $(id -un))"
    if command -v ip >/dev/null; then
        probe=fl-probe-$$
        if [ -z "$missing" ]; then
            if ip netns add "$probe" 2>/dev/null; then
                ip -n "$probe" link add type veth 2>/dev/null || missing='virtual Ethernet (veth) in the kernel'
                ip -n "$probe" link add type bridge 2>/dev/null || missing="${missing:+$missing, }bridges in the kernel"
                ip netns del "$probe"
            else
                missing='network namespaces: ip netns add fails here'
            fi
        fi
    else
        missing="${missing:+$missing, }ip (Debian: apt-get install iproute2)"
    fi
    [ -z "$missing" ] || wrong "missing: $missing" 1
}

# The address of host $1, without its length.
address_of() {
    ip -n "$net-$1" -4 -o addr show dev eth0 | awk '{ sub("/.*", "", $4); print $4; exit }'
}

# A kernel looks into its table of local addresses before any rule; a cut has to come before that.
up_host() {
    ns=$net-$1
    ip netns add "$ns"
    ip link add eth0 netns "$ns" type veth peer name "$1" netns "$net-switch"
    ip -n "$net-switch" link set dev "$1" master br0 up
    ip -n "$ns" link set lo up
    ip -n "$ns" link set eth0 up
    ip -n "$ns" addr add "$2" dev eth0
    ip -n "$ns" rule add pref 100 lookup local
    ip -n "$ns" rule del pref 0
}

up() {
    check
    for pair; do
        case $pair in
        [a-z]*=*/*) ;;
        *) wrong "found '$pair', expected HOST=ADDRESS/LENGTH such as gw-1=10.77.0.1/24" ;;
        esac
    done
    ip netns add "$net-switch"
    ip -n "$net-switch" link add br0 type bridge forward_delay 0
    ip -n "$net-switch" link set br0 up
    for pair; do
        up_host "${pair%%=*}" "${pair#*=}"
    done
}

namespaces() {
    ip netns list 2>/dev/null | awk -v net="$net-" 'index($1, net) == 1 { print $1 }'
}

down() {
    for ns in $(namespaces); do
        for pid in $(ip netns pids "$ns"); do
            kill -KILL "$pid" 2>/dev/null || true
        done
    done
    for ns in $(namespaces); do
        ip netns del "$ns"
    done
}

case ${1-} in
'' | help | -h | --help)
    usage
    exit
    ;;
check)
    check
    exit
    ;;
esac
command=$1 net=${2-}
case $net in
'' | *[!A-Za-z0-9-]*) wrong "'$command' wants the name of a network: letters, digits and '-'" ;;
esac
shift 2
case $command:$# in
up:[1-9]*) up "$@" ;;
exec:[2-9]* | exec:1[0-9]*)
    host=$1
    shift
    exec ip netns exec "$net-$host" "$@"
    ;;
cut:2) ip -n "$net-$2" rule add pref 10 from "$(address_of "$1")" blackhole ;;
heal:2) ip -n "$net-$2" rule del pref 10 from "$(address_of "$1")" blackhole ;;
unplug:1) ip -n "$net-switch" link set dev "$1" down ;;
plug:1) ip -n "$net-switch" link set dev "$1" up ;;
down:0) down ;;
*)
    usage >&2
    exit 2
    ;;
esac
