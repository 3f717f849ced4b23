#!/bin/sh
# hardening.sh PROGRAM LIBRARY FLAGS... - the program runs anywhere in memory, what both bind is bound at the start and then
# read-only, no stack can be run, and what FLAGS ask of the compiler is there.
set -u
program=$1 library=$2
shift 2
failures=0
command -v readelf >/dev/null || { echo "hardening: skipped, there is no readelf"; exit 0; }

# has FILE WHAT PATTERN
has ()
{
  readelf -hldW --dyn-syms "$1" | grep -qE -e "$3" || { echo "FAILED $1: no $2"; failures=$((failures + 1)); }
}

has "$program" 'position-independent program' 'Flags:.*PIE'
for file in "$program" "$library"; do
  has "$file" 'RELRO' '^ *GNU_RELRO'
  has "$file" 'binding at the start' 'BIND_NOW|Flags:.*NOW'
  has "$file" 'stack that cannot be run' '^ *GNU_STACK .* RW '
  case $* in
  *-fstack-protector-strong*) has "$file" 'stack protector' '__stack_chk_fail' ;;
  esac
  case $* in
  *_FORTIFY_SOURCE=*) has "$file" 'fortified function' '__[a-z]*_chk(@| |$)' ;;
  esac
done
echo "hardening: $failures failures"
[ $failures = 0 ]
