#!/bin/sh
# sanitized.sh FOLDER COMMAND... - runs the tests COMMAND, and fails also if a sanitizer reported anything.
# A leak is found once Criterion has the test's verdict, and does not change it. So the reports go to files in FOLDER.
set -u
reports=$(CDPATH='' cd -- "$1" && pwd)/sanitizer-report
shift
rm -f "$reports".*
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}log_path=$reports "$@"
status=$?
cat "$reports".* 2>/dev/null && exit 1
exit $status
