# suites.sh - the library's tests on another processor. Scripts source it: tests/cross.sh, tests/release.sh.
#
# They run suite by suite, so that each run ends, and one that fails names what it was. Under QEMU, which is some twenty times
# slower, one test is left out: it trains parsers for eight seconds of processor time, more than the limit of a test lets it there.
left_out=phrase_parser/last_losses_are_distances

# run_library_tests: $library_tests by the command $runner, if there is one. What a suite says is in $build/suite.log. A run of which
# no test applies here ends with 2.
run_library_tests() {
  failed=
  for suite in $($runner "$library_tests" --list | sed -n 's/^\([a-z_0-9]*\): .*/\1/p'); do
    filter="$suite/*"
    [ "${runner%% *}:$suite" != "run_by_qemu:${left_out%/*}" ] || filter="$suite/!(${left_out#*/})"
    G_DEBUG=fatal-warnings $runner timeout 3600 "$library_tests" --short-filename --filter "$filter" >"$build/suite.log" 2>&1 </dev/null
    case $? in
    0) echo "$suite:$(sed -n 's/.*Synthesis://p' "$build/suite.log")" ;;
    2) echo "$suite: skipped" ;;
    *) cat "$build/suite.log"; failed="$failed $suite" ;;
    esac
  done
  [ -z "$runner" ] || echo "skipped under QEMU, since it takes too long: $left_out"
  [ -z "$failed" ] || echo "FAILED:$failed"
  [ -z "$failed" ]
}
