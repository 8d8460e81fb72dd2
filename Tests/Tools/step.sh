#!/usr/bin/env bash
# step.sh NAME TITLE COMMAND…: runs the command with its output in .build/logs/NAME.log.
# Prints the title, the runner's totals and how long it took; of a command that fails, also what failed and the end of its output.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
mkdir -p .build/logs

log=.build/logs/$1.log title=$2 started=$SECONDS
shift 2
echo "$title …"
"$@" >"$log" 2>&1 </dev/null
code=$?
# The totals of Swift Testing, XCTest and pytest.
grep -aE 'Test run with [0-9]+ test|Executed [1-9][0-9]* test|^=*[ ]?[0-9]+ (passed|failed|error)' "$log"
if [ $code -eq 0 ]; then
    echo "    passed after $((SECONDS - started)) s"
    exit 0
fi
tail -n 100 "$log" | cut -c1-500
echo "    FAILED after $((SECONDS - started)) s; all output is in $log"
grep -aE '✘|^(FAILED|ERROR) |error:' "$log" | head -n 20 | cut -c1-500
exit $code
