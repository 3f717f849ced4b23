#!/bin/sh
# fuzz.sh TARGET SECONDS KNOWN... - runs a fuzzing target; without TARGET every one in turn, each for SECONDS.
#
# The corpus grows in build/fuzz/TARGET; what breaks a property is left in build/fuzz as TARGET-crash-..., and belongs into
# the corpus once it is repaired: corpus.sh. FUZZ_ARGUMENTS go to libFuzzer.
#
# Memory that was freed is kept apart for 16 MiB of it, not 256: then most is in the processor's cache when it is used again.
# Of two threads of OpenBLAS one would only wait.
set -eu
CDPATH='' cd -- "$(dirname "$0")/../.."
target=$1 seconds=$2
shift 2
command -v clang >/dev/null || {
  echo "fuzz.sh: clang is needed (packages clang and libclang-rt-dev)" >&2
  exit 3
}
export ASAN_OPTIONS="quarantine_size_mb=16${ASAN_OPTIONS:+:$ASAN_OPTIONS}" OPENBLAS_NUM_THREADS=1
known=" $* "
tests/fuzz/corpus.sh unpack build/corpus
for one in ${target:-"$@"}; do
  case $known in
  *" $one "*) ;;
  *) echo "fuzz.sh: found the target '$one', expected one of$known" >&2; exit 2 ;;
  esac
  ${MAKE:-make} FUZZING=1 SAN=1 CC=clang CFLAGS='-O2 -g1' BUILD=build/fuzz "build/fuzz/fuzz-$one"
  mkdir -p "build/fuzz/$one"
  dictionary=
  [ ! -e "tests/fuzz/$one.dict" ] || dictionary=-dict=tests/fuzz/$one.dict
  build/fuzz/fuzz-$one -max_total_time="$seconds" -timeout=60 -rss_limit_mb=4096 -print_final_stats=1 \
    -artifact_prefix="build/fuzz/$one-" $dictionary ${FUZZ_ARGUMENTS-} "build/fuzz/$one" "build/corpus/$one"
done
