#!/bin/bash
# fuzz.sh SECONDS [TARGET]: looks for inputs that break the fuzz targets, two targets at a time, SECONDS each.
# An input that does is kept in Fixtures/Fuzz/TARGET, where the tests replay it. What was learnt stays in .build/fuzz/corpus.
set -euo pipefail
seconds=$1 only=${2:-}

scratch=.build/fuzz
# SwiftPM has no name for libFuzzer: the compiler instruments as for it, and its driver without a `main` is linked by hand.
# The Debian linkers can't read what the compiler writes for AddressSanitizer; lld can.
compiler=$(readlink -f "$(command -v swiftc)")
library=$(find "${compiler%/bin/*}/lib/clang" -name "libclang_rt.fuzzer_no_main-$(uname -m).a" | head -n 1)
[ -n "$library" ] || { echo 'This Swift toolchain has no libFuzzer.' >&2; exit 1; }
export LSAN_OPTIONS=suppressions=$PWD/Tests/Tools/leaks.txt:print_suppressions=0
export PASS_FUZZ=1 SWIFT_BACKTRACE=enable=no
build() {
    swift build --scratch-path "$scratch" -c release --product pass-fuzz --sanitize=address \
        -Xswiftc -Xfrontend -Xswiftc -sanitize=fuzzer -Xswiftc -g -Xswiftc -use-ld=lld \
        -Xlinker "$library" -Xlinker -lstdc++ "$@"
}
build >&2
binary=$(build --show-bin-path)/pass-fuzz

# Runs one target, and says in one line how it went. `set -e` above doesn't hold in the shells that it is called in.
run() {
    local target=$1 log=$scratch/$1.log found=$scratch/found/$1 status=0
    rm -rf "$found"
    mkdir -p "$found" "$scratch/corpus/$target"
    if ! "$binary" prepare "$target" "$scratch/prepared/$target" >"$log" 2>&1; then
        printf '%-18s FAILED: its seeds could not be made\n' "$target"
        tail -n 20 "$log"
        return 1
    fi
    # Five seconds an input are far beyond what anything here takes.
    "$binary" run "$target" "$scratch/corpus/$target" "$scratch/prepared/$target/corpus" \
        -dict="$scratch/prepared/$target/words.dict" -max_total_time="$seconds" -timeout=5 -rss_limit_mb=1024 \
        -malloc_limit_mb=256 -detect_leaks=1 -print_final_stats=1 -artifact_prefix="$found/" >"$log" 2>&1 || status=$?
    local executions coverage
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    coverage=$(grep -o 'cov: [0-9]*' "$log" | tail -n 1 | tr -dc 0-9)
    if [ "$status" -eq 0 ]; then
        printf '%-18s %9s executions, %6s edges: passed\n' "$target" "${executions:-0}" "${coverage:-0}"
        return
    fi
    printf '%-18s %9s executions, %6s edges: FAILED, see %s\n' "$target" "${executions:-0}" "${coverage:-0}" "$log"
    grep -m 3 -E '^(Broken|SUMMARY|==[0-9]+== ?ERROR|==[0-9]+==ERROR)|Fatal error' "$log" | cut -c 1-400 || true
    local input
    for input in "$found"/*; do
        [ -e "$input" ] || continue
        mkdir -p "Fixtures/Fuzz/$target"
        cp "$input" "Fixtures/Fuzz/$target/"
        echo "  saved as Fixtures/Fuzz/$target/${input##*/}; to run it again: $binary run $target $input"
        echo '  to run it as a test: swift test --filter PassFuzzTests'
    done
    return 1
}
export -f run
export scratch binary seconds

targets=${only:-$("$binary" list)}
# shellcheck disable=SC2086 # A list of words.
printf '%s\n' $targets | xargs -P 2 -I NAME bash -c 'run NAME'
