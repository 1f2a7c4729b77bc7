#!/usr/bin/env bash
# Runs what this bundle holds; README.txt explains.
#   ./run.sh [FAMILY...]    the tests: all, or the named families of the suite
#   ./run.sh bench [ARG...] the benchmarks
#   ./run.sh pca [ARG...]   the example
#   ./run.sh dist [CASE...] programs of many ranks, on the devices that DEVICES lists (cuda:0,cuda:1)
#   ./run.sh collectives [DEVICE...]  operations between devices, timed
#   ./run.sh info [ARG...]  what the machine has; --self-test tries it
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export XPARRAY_TEST_DATA=$here/data/tests
export XPARRAY_CACHE_DIR=${XPARRAY_CACHE_DIR:-$here/cache}
# AMD's libraries as CUDA's do them, if the bundle was made for that.
if [ -d "$here/hip-on-cuda" ]; then
    export ROCM_PATH=$here/hip-on-cuda/${RELEASE:-7}
fi

case ${1:-} in
bench)
    shift
    exec "$here/bin/bench" --scripts "$here/peers" "$@"
    ;;
pca)
    shift
    data=$here/data/examples
    exec "$here/bin/pca" --input "$data/digits.npy" --labels "$data/digits_labels.npy" "$@"
    ;;
dist)
    shift
    # So that threads of one process exchange arrays by NCCL.
    export NCCL_P2P_DIRECT_DISABLE=1
    export XPARRAY_TEST_DEVICES=${DEVICES:-cuda:0,cuda:1}
    "$here/dist/threads" || exit
    exec "$here/dist/ranks" "$@"
    ;;
collectives)
    shift
    export NCCL_P2P_DIRECT_DISABLE=1
    exec "$here/bin/collectives" "${@:-cpu}"
    ;;
info)
    shift
    exec "$here/bin/xparray-info" "$@"
    ;;
esac

# A checker sees no access behind a buffer in memory that the pool rounded up.
if [ -n "${SANITIZER:-}" ]; then
    export XPARRAY_EXACT_ALLOC=1
    checker="compute-sanitizer --tool $SANITIZER --report-api-errors no --error-exitcode 9"
    # Of shared memory, our kernels only: it takes some of cuBLAS' for races.
    [ "$SANITIZER" = racecheck ] && checker+=" --kernel-name kns=xp_"
fi
export checker=${checker:-}

# Without the device, tests would be ignored.
XPARRAY_REQUIRE=$(basename -a "$here"/suite/* | paste -sd,)
export XPARRAY_REQUIRE
export RUST_BACKTRACE=${RUST_BACKTRACE:-0}
logs=${LOGS:-$here/logs}
limit=${LIMIT:-900}
rm -rf "$logs"
mkdir -p "$logs"

# A program and its log's name, and its arguments. The log ends with the exit status: a crash is no result line.
one() {
    local program=$1 log=$2
    shift 2
    # shellcheck disable=SC2086 # Words, or none.
    timeout "$limit" $checker "$program" --test-threads=1 "$@" >"$log" 2>&1
    local status=$? result
    echo "exit status $status" >>"$log"
    result=$(grep '^test result' "$log") || result="no result, exit status $status"
    [ $status -eq 9 ] && result=$(grep -m 1 'SUMMARY' "$log")
    printf '%-32s %s\n' "$(basename "$log" .log)" "$result"
}
export -f one
export limit

# What a test program can run.
tests_of() { "$1" --list 2>/dev/null | sed -n 's/: test$//p'; }

# These take all of the device's memory, so they run alone.
if [ $# -eq 0 ]; then
    for program in "$here"/device/*-device; do
        [ -x "$program" ] && one "$program" "$logs/$(basename "$program")-device.log" device::
    done
fi

# Cases count kernels and bytes of the device, so each is a process of its own; several run at once, those that compile the
# most kernels first.
{
    if [ $# -eq 0 ]; then
        for program in "$here"/device/*-device; do
            [ -x "$program" ] || continue
            for test in $(tests_of "$program" | grep -v '^device::'); do
                printf '%s\0%s\0%s\0' "$program" "$logs/$(basename "$program")-${test/::/-}.log" "$test"
            done
        done
    fi
    for suite in "$here"/suite/*; do
        cases=$(tests_of "$suite")
        [ $# -gt 0 ] && cases=$(for family; do printf '%s\n' "$cases" | grep "^$family::"; done)
        long='^(reductions|elementwise)::'
        cases=$(printf '%s\n' "$cases" | grep -E "$long"; printf '%s\n' "$cases" | grep -Ev "$long")
        for case in $cases; do
            printf '%s\0%s\0%s\0' "$suite" "$logs/$(basename "$suite")-${case/::/-}.log" "$case"
        done
    done
} | xargs -0 -r -n 3 -P "${JOBS:-$(nproc)}" bash -c 'one "$1" "$2" --exact "$3"' one

echo
grep -h '^test .* \.\.\. FAILED$' "$logs"/*.log
count() { cat "$logs"/*.log | sed -n "s/^test result.* \([0-9]*\) $1;.*/\1/p" | awk '{n += $1} END {print n + 0}'; }
crashed=$(grep -L '^test result' "$logs"/*.log | wc -l)
found=$(grep -l '^exit status 9$' "$logs"/*.log | wc -l)
failed=$(($(count failed) + crashed + found))
passed=$(count passed)
echo "$passed passed, $failed failed ($crashed without a result, $found with the checker's findings); logs: $logs"
# Nothing passes if no family has the name.
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
