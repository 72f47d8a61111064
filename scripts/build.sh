# Sourced by ./fairlead when something has to be built. Uses its variables: root, launch, jar, java_home,
# java_version, stale.

say() {
    echo "fairlead: $*" >&2
}

die() {
    say "$*"
    exit 1
}

# Sets mvn to a Maven that works: the wrapper, where it knows an address to download from, else the one on the PATH,
# else, as root on Debian, Debian's own package.
find_maven() {
    export JAVA_HOME="$java_home"
    if [ -n "${MVNW_REPOURL-}" ]; then
        if "$root/mvnw" --version >"$launch/mvnw.log" 2>&1; then
            mvn=$root/mvnw
            return
        fi
        say "the Maven wrapper did not work ($(tail -n 1 "$launch/mvnw.log")); trying mvn on the PATH"
    fi
    if mvn=$(command -v mvn); then
        return
    fi
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "found no Maven: installing Debian's package maven"
        if { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends maven; } \
            >"$launch/apt.log" 2>&1 && mvn=$(command -v mvn); then
            return
        fi
        tail -n 5 "$launch/apt.log" >&2
    fi
    die "found no Maven to build with. Install it (Debian: apt-get install maven), or set MVNW_REPOURL to the base" \
        "address of your Maven repository, and ./mvnw is used."
}

# Of Maven's output, passes on what went wrong; further patterns to pass on are in $1. Warnings of the compiler count:
# they end the build.
complaints() {
    grep -E --line-buffered "^\[ERROR\] |^\[WARNING\] [^ ]*\.java:${1:+|$1}" |
        grep -E --line-buffered -v 'Help [0-9]|\(see http|[Rr]e-run Maven|following articles|can resume|-rf :|^\[ERROR\] $'
}

# Runs "$@" with its output in file $1 (shifted); shows label $2 (shifted) and the seconds on a terminal, and once
# into a pipe. Returns what the command returned.
with_progress() {
    log=$1 label=$2
    shift 2
    "$@" >"$log" 2>&1 </dev/null &
    child=$!
    trap 'kill "$child" 2>/dev/null; exit 130' INT
    trap 'kill "$child" 2>/dev/null; exit 143' TERM HUP
    if [ -t 2 ]; then
        started=$(date +%s)
        while kill -0 "$child" 2>/dev/null; do
            module=$(sed -n 's/^\[INFO\] Building Fairlead: \([a-z-]*\).*/ (\1)/p' "$log" | tail -n 1)
            printf '\r\033[K%s%s, %s s' "$label" "$module" "$(($(date +%s) - started))" >&2
            sleep 0.3
        done
        printf '\r\033[K' >&2
    else
        echo "$label" >&2
    fi
    status=0
    wait "$child" || status=$?
    trap - INT TERM HUP
    return "$status"
}

# Holds descriptor 9 locked until this shell, and the Maven that it starts, are gone.
take_lock() {
    mkdir -p "$launch" 2>/dev/null && [ -w "$launch" ] || die "cannot write to $launch: it is needed to build"
    if command -v flock >/dev/null; then
        exec 9>"$launch/lock"
        flock -n 9 && return
        say "another build is running: waiting for it"
        flock 9
        return
    fi
    # No flock (macOS): a folder named by nobody but its maker. Its owner's id tells a lock from the leftover of a
    # killed build.
    while ! mkdir "$launch/lock.d" 2>/dev/null; do
        owner=$(cat "$launch/lock.d/pid" 2>/dev/null) || owner=
        if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then
            rm -rf "$launch/lock.d"
        else
            sleep 1
        fi
    done
    echo "$$" >"$launch/lock.d/pid"
}

release_lock() {
    if command -v flock >/dev/null; then
        exec 9>&-
    else
        rm -rf "$launch/lock.d"
    fi
}

# Puts the jar that Maven made where the launcher runs it from: whole or not at all, with a fresh class archive.
# $1 is a file whose time is the start of the build.
adopt() {
    rm -f "$launch"/*.jsa
    cp "$root/cli/target/fairlead.jar" "$launch/fairlead.jar.new"
    mv "$launch/fairlead.jar.new" "$jar"
    # The classes that a short command loads, laid out for the JVM: a quarter less processor time for 'status'. Asking a
    # port where nothing listens loads nearly all of them, the HTTP client above all. Without the archive all works.
    archive=$launch/fairlead-$java_version.jsa
    "$java_home/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "-XX:ArchiveClassesAtExit=$archive.new" \
        -Xlog:cds=off -Xlog:cds+dynamic=off -jar "$jar" status --manager http://127.0.0.1:9 >/dev/null 2>&1 || true
    if [ -f "$archive.new" ]; then
        mv "$archive.new" "$archive"
    fi
    mv "$1" "$launch/built"
}

build_if_stale() {
    take_lock
    if stale; then
        find_maven
        if [ -f "$jar" ]; then
            label='Building Fairlead: its sources have changed'
        else
            label='Building Fairlead: the first start takes a minute or two'
        fi
        : >"$launch/building"
        if ! with_progress "$launch/build.log" "$label" \
            "$mvn" -B -ntp -Dstyle.color=never -f "$root/pom.xml" -pl cli -am -Dmaven.test.skip=true package; then
            if ! complaints <"$launch/build.log" | head -n 20 | grep . >&2; then
                tail -n 20 "$launch/build.log" >&2
            fi
            die "the build failed; the whole of it is in $launch/build.log"
        fi
        adopt "$launch/building"
    fi
    release_lock
}
