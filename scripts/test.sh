# Sourced by './fairlead test' after build.sh. Uses their variables and functions.

test_usage() {
    cat <<'USAGE'
Usage: ./fairlead test [--module NAME] [--one-jdk] [--soak] [--help] [-- MAVEN-OPTION...]

Checks the format, builds everything from scratch with warnings as errors, and runs every test on the JDK found;
then runs core's tests on the newest other JDK on this machine, and checks the models of handover and failsafe with
Spin. The last line is the sum of it all:

    N passed, N failed, N skipped

  --module NAME   only this module and those it needs, e.g. core
  --one-jdk       leave out the second JDK
  --soak          the models with larger bounds, and 30 random courses of faults instead of 3: up to two hours more
  --              what follows goes to Maven, e.g. -- -Dtest=PrimarySelectorTest -Dsurefire.failIfNoSpecifiedTests=false

Exit status: 0 all passed; 1 something failed, or no test ran; 2 wrong usage.
USAGE
}

test_wrong() {
    echo "fairlead test: $1" >&2
    echo "Try './fairlead test --help'." >&2
    exit 2
}

# Prints "tests failed skipped" summed over the reports below the build folders named $1.
count_reports() {
    find "$root" -path "$root/*/$1/*-reports/TEST-*.xml" -type f -exec awk '
        FNR == 1 { head = ""; open = 1 }
        open {
            head = head " " $0
            if (match(head, /<testsuite [^>]*>/)) {
                tag = substr(head, RSTART, RLENGTH)
                open = 0
                tests += number(tag, "tests")
                failed += number(tag, "failures") + number(tag, "errors")
                skipped += number(tag, "skipped")
            }
        }
        function number(tag, name) {
            return match(tag, " " name "=\"[0-9]+\"") ? substr(tag, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : 0
        }
        END { print tests + 0, failed + 0, skipped + 0 }' {} + | awk '
        { tests += $1; failed += $2; skipped += $3 }
        END { print tests + 0, failed + 0, skipped + 0 }'
}

# Prints what each failed test of log $1 said, without the places in the code.
explain_failures() {
    awk '
        / -- Time elapsed: .* <<< (FAILURE|ERROR)!$/ { lines = 15; print ""; print substr($0, 9); next }
        /^\tat / || /^\[(INFO|WARNING|ERROR)\]/ { lines = 0 }
        lines > 0 && NF > 0 { lines--; print "    " substr($0, 1, 300) }' "$1"
}

# Runs Maven on the JDK in $1 with the other arguments: all of it into log $2, its milestones to standard output.
maven_step() {
    step_java=$1 step_log=$2
    shift 2
    status=0
    {
        JAVA_HOME=$step_java "$mvn" -B -ntp -Dstyle.color=never -f "$root/pom.xml" "$@" 2>&1 </dev/null || echo $? >"$launch/failed-step"
    } | tee "$step_log" |
        complaints '^\[INFO\] Building Fairlead: |Tests run: .*Time elapsed' || true
    if [ -f "$launch/failed-step" ]; then
        rm -f "$launch/failed-step"
        explain_failures "$step_log"
        echo "The whole output is in $step_log"
        status=1
    fi
    return "$status"
}

# Adds the reports below the build folders named $1 to the sums; $2 is the step's exit status, $3 its name. A step
# that fails without a failed test (it did not compile, say) counts as one failure.
add_up() {
    counts=$(count_reports "$1")
    step_tests=${counts%% *} counts=${counts#* }
    step_failed=${counts%% *} step_skipped=${counts#* }
    if [ "$2" != 0 ] && [ "$step_failed" = 0 ]; then
        echo "$3: the build itself failed"
        step_failed=1 step_tests=$((step_tests + 1))
    elif [ "$step_tests" = 0 ]; then
        echo "$3: no test ran, and that counts as a failure"
        step_failed=1 step_tests=1
    fi
    passed=$((passed + step_tests - step_failed - step_skipped))
    failed=$((failed + step_failed))
    skipped=$((skipped + step_skipped))
}

# Sets other_home, other_major and other_version to the newest JDK that is not the one found, or to nothing.
find_other_jdk() {
    other_home='' other_major=0 other_version=''
    first_major=$java_major first_version=$java_version
    for found in "$jvms"/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        [ -d "$found" ] && read_version "$found" || continue
        if [ "$java_major" -ge 17 ] && [ "$java_major" != "$first_major" ] && [ "$java_major" -gt "$other_major" ]; then
            other_home=$found other_major=$java_major other_version=$java_version
        fi
    done
    java_major=$first_major java_version=$first_version
}

# The start of the command line of process $1, or nothing when it has gone meanwhile.
command_line() {
    { tr '\0' ' ' <"/proc/$1/cmdline" | cut -c1-200; } 2>/dev/null || true
}

# A process that a test started and left behind still carries the mark of this run in its environment. Each is named,
# ended and counted as a failure; it has five seconds to end by itself.
end_leftovers() {
    [ -d /proc/self ] || return 0
    tries=0
    while :; do
        running=
        for pid in $(grep -l "FAIRLEAD_TEST_RUN=$FAIRLEAD_TEST_RUN" /proc/[0-9]*/environ 2>/dev/null | tr -dc '0-9\n'); do
            # The grep found itself, too, and is gone.
            if [ "$pid" != $$ ] && kill -0 "$pid" 2>/dev/null; then
                running="$running $pid"
            fi
        done
        tries=$((tries + 1))
        [ -n "$running" ] && [ "$tries" -le 10 ] || break
        sleep 0.5
    done
    for pid in $running; do
        echo "A test left a process running: $pid $(command_line "$pid")"
        kill "$pid" 2>/dev/null || true
        failed=$((failed + 1))
    done
}

# The dashboard is tested in a real browser. Without one its tests say so and are skipped; as root on Debian the
# browser, its driver and a font for Chinese are installed.
find_browser() {
    if command -v chromedriver >/dev/null &&
        { command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null; then
        return
    fi
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "found no Chromium with its driver: installing Debian's packages"
        if { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
            chromium chromium-driver fonts-noto-cjk; } >"$launch/apt.log" 2>&1; then
            return
        fi
        tail -n 5 "$launch/apt.log" >&2
    fi
    say "found no Chromium with its driver: the tests of the dashboard will be SKIPPED" \
        "(Debian: apt-get install chromium chromium-driver fonts-noto-cjk)"
}

# Runs apt-get with Debian's switch for "start no service", and takes that away again, however it ends.
without_services() (
    policy=/usr/sbin/policy-rc.d
    if ! [ -e "$policy" ]; then
        trap 'rm -f "$policy"' EXIT
        trap 'exit 1' INT TERM
        printf '#!/bin/sh\nexit 101\n' >"$policy"
        chmod 755 "$policy"
    fi
    DEBIAN_FRONTEND=noninteractive "$@"
)

# Makes sure of programs, each as PROGRAM:PACKAGE of Debian: as root there they are installed, else it is said what of the
# tests, $1, will be skipped. Debian's own services of them are not started: tests start what they need.
find_tools() {
    of=$1 wanted=
    shift
    for pair in "$@"; do
        command -v "${pair%%:*}" >/dev/null || wanted="$wanted ${pair#*:}"
    done
    [ -n "$wanted" ] || return 0
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "installing Debian's packages for $of:$wanted"
        # shellcheck disable=SC2086 # one argument for each package
        if { apt-get update && without_services apt-get install -y --no-install-recommends $wanted; } \
            >"$launch/apt-tools.log" 2>&1; then
            return
        fi
        tail -n 5 "$launch/apt-tools.log" >&2
    fi
    say "SKIPPED will be some $of; missing:$wanted"
}

# Checks the models: their lines to standard output, their counts to the sums.
run_models() {
    "$root/scripts/model.sh" ${soak:+--soak} | tee "$launch/model.log" || true
    model_counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p' "$launch/model.log" | tail -n 1)
    if [ -z "$model_counts" ]; then
        echo "The models: scripts/model.sh itself failed"
        model_counts='0 1 0'
    fi
    passed=$((passed + ${model_counts%% *})) model_counts=${model_counts#* }
    failed=$((failed + ${model_counts% *})) skipped=$((skipped + ${model_counts#* }))
}

run_tests() {
    module='' one_jdk='' soak=
    while [ $# -gt 0 ]; do
        case $1 in
        --help | -h)
            test_usage
            exit 0
            ;;
        --module)
            [ $# -gt 1 ] || test_wrong "--module needs the name of a module"
            module=$2
            shift
            ;;
        --module=*) module=${1#*=} ;;
        --one-jdk) one_jdk=yes ;;
        --soak) soak=yes ;;
        --)
            shift
            break
            ;;
        *) test_wrong "unknown argument '$1'" ;;
        esac
        shift
    done
    if [ -n "$module" ] && ! [ -f "$root/$module/pom.xml" ]; then
        modules=$(sed -n 's|^    <module>\(.*\)</module>.*|\1|p' "$root/pom.xml" | tr '\n' ' ')
        test_wrong "no module '$module'; there are ${modules% }"
    fi

    passed=0 failed=0 skipped=0
    take_lock
    find_maven
    case $module in
    '' | manager) find_browser ;;
    esac
    find_tools "steps of the machine beside its model" spin:spin gcc:gcc
    case $module in
    '' | store-redis)
        find_tools "tests of the store on Redis" redis-server:redis-server redis-cli:redis-tools openssl:openssl
        ;;
    esac
    case $module in
    '' | cli)
        find_tools "tests on several hosts and of the examples" ip:iproute2 arping:iputils-arping faketime:faketime \
            curl:curl nginx:nginx-light haproxy:haproxy python3:python3 shellcheck:shellcheck
        ;;
    esac
    find_other_jdk
    FAIRLEAD_TEST_RUN=$$.$(date +%s)
    export FAIRLEAD_TEST_RUN
    rm -f "$launch/failed-step"

    echo "== Format (Spotless, palantir-java-format)"
    if ! maven_step "$java_home" "$launch/format.log" -q --fail-at-end spotless:check; then
        echo "Run '${mvn##*/} spotless:apply' to put it right."
        failed=$((failed + 1))
    fi

    echo "== Build and tests on JDK $java_version ($java_home)"
    : >"$launch/testing"
    status=0
    # Two modules at a time: the tests of agent, manager and cli mostly wait.
    maven_step "$java_home" "$launch/test.log" -T 2 ${module:+-pl "$module" -am} --fail-at-end \
        ${soak:+-Dfairlead.soak=true} clean verify "$@" || status=1
    add_up target "$status" "JDK $java_version"
    if [ "$status" = 0 ] && [ -z "$module" ] && [ $# = 0 ]; then
        adopt "$launch/testing"
    fi

    if [ -n "$one_jdk" ] || { [ -n "$module" ] && [ "$module" != core ]; }; then
        echo "== Core's tests on a second JDK: left out, as asked"
    elif [ -z "$other_home" ]; then
        echo "== Core's tests on a second JDK: left out, there is no other JDK of 17 or later on this machine"
    else
        echo "== Core's tests on JDK $other_version ($other_home)"
        status=0
        maven_step "$other_home" "$launch/test-$other_major.log" -pl core -am --fail-at-end \
            "-Dfairlead.build.directory=target-$other_major" clean verify "$@" || status=1
        add_up "target-$other_major" "$status" "JDK $other_version"
    fi

    if [ -n "$module" ] && [ "$module" != core ] || [ $# != 0 ]; then
        echo "== Models: left out, as asked"
    else
        echo "== Models (Spin)"
        run_models
    fi

    end_leftovers
    release_lock
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" = 0 ]
}
