#!/bin/sh
# threads.sh PROGRAM - every command that takes -j, by one thread and by eight: the same bytes, and no race that the sanitizer,
# with which PROGRAM may be built, tells.
set -u
case $1 in
/*) program=$1 ;;
*) program=$PWD/$1 ;;
esac
here=$(cd "$(dirname "$0")" && pwd)
data=$here/../../data
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tbk-threads.XXXXXX") || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
export TSAN_OPTIONS="halt_on_error=0 exitcode=66 suppressions=$here/suppressions.txt ${TSAN_OPTIONS-}"
export LC_ALL=C G_SLICE=always-malloc
failures=0 n=0

# Many batches of one file, and many files.
i=0
while [ $i -lt 40 ]; do
  gzip -dc "$data/demo.conllu.gz"
  i=$((i + 1))
done >large.conllu
mkdir files
cp "$data"/??.conllu "$data"/??.conllu.gz files
i=0
while [ $i -lt 30 ]; do
  cat "$data/phrases.psd"
  i=$((i + 1))
done >trees.psd
"$program" train -o model --epochs=1 "$data/en.conllu" >/dev/null

while read -r command; do
  n=$((n + 1))
  for jobs in 1 8; do
    rm -rf out
    "$program" $command -j$jobs >stdout 2>err
    status=$?
    [ ! -d out ] || cat out/* >>stdout
    if [ $status != 0 ] || grep -q 'ThreadSanitizer' err; then
      echo "FAILED -j$jobs: $command: status $status"
      head -n 40 err
      failures=$((failures + 1))
    fi
    mv stdout $jobs
  done
  cmp 1 8 || { echo "FAILED: -j1 and -j8 differ: $command"; failures=$((failures + 1)); }
done <<'COMMANDS'
projectivize large.conllu
projectivize --ties=random files
projectivize --mark=headpath --output-dir=out files
projectivize --output-dir=out --all=3 files
restore large.conllu
stats --measures large.conllu files
stats --by=deprel files
stats --by=arc files
choices large.conllu files
choices --by=sentence files
filter --nonprojective --sample=20 files
transitions --system=swap files
transitions --system=attardi-3 --labels files
compare --system=arc-eager --walk=explore:0.5 --every=3 --table=confusions large.conllu files
compare --system=covington --variant=none:exact --table=confusions files
show --format=html --max=30 files
parse -m model large.conllu
parse -m model --output-dir=out files
stats trees.psd
compare --system=in-order trees.psd
filter --lines --min-words=3 trees.psd
COMMANDS
echo "threads: $n commands, $failures failures"
[ $failures = 0 ]
