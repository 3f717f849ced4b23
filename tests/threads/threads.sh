#!/bin/sh
# threads.sh PROGRAM - every command that takes -j, by one thread and by eight: the same output, messages, files and status, over good
# input and bad; and no race that the sanitizer, with which PROGRAM may be built, tells.
set -u
case $1 in
/*) program=$1 ;;
*) program=$PWD/$1 ;;
esac
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
data=$here/../../data
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tbk-threads.XXXXXX") || exit 3
trap 'rm -rf "$scratch"' EXIT
CDPATH='' cd -- "$scratch" || exit 3
export TSAN_OPTIONS="halt_on_error=0 exitcode=66 suppressions=$here/suppressions.txt ${TSAN_OPTIONS-}"
export LC_ALL=C G_SLICE=always-malloc
failures=0 n=0

# Many batches of one file, and many files.
i=0
while [ $i -lt 40 ]; do
  gzip -dc "$data/demo.conllu.gz"
  i=$((i + 1))
done >large.conllu
mkdir files trees bad badtrees
cp "$data"/??.conllu "$data"/??.conllu.gz files
i=0
while [ $i -lt 30 ]; do
  cat "$data/phrases.psd"
  i=$((i + 1))
done >trees/a.psd
cp trees/a.psd trees/b.psd
"$program" train -o model --epochs=1 "$data/en.conllu" >/dev/null
"$program" train -o phrases --epochs=1 trees/a.psd >/dev/null
for mark in orig head path headpath; do
  "$program" projectivize --mark=$mark --output-dir=$mark files || exit 1
done

"$program" convert -q --to=conllx --output-dir=conllx files 2>/dev/null || exit 1
"$program" convert -q --to=heads -o large.heads large.conllu 2>/dev/null || exit 1
cp -r files shuffled
cp -r files worse
sed 's/nsubj/obj/' files/la.conllu >shuffled/la.conllu
awk -F '\t' -v OFS='\t' '/^3\t/ && ++n % 5 == 0 { $2 = "other" } { print }' files/nl.conllu >worse/nl.conllu
awk -F '\t' -v OFS='\t' '/^3\t/ && ++n % 5 == 0 { $7 = "x" } { print }' files/la.conllu >worse/la.conllu
mkdir worsetrees
awk 'NR % 100 == 50 { gsub (/[a-z]+[)]/, "other)") } { print }' trees/a.psd >worsetrees/a.psd
cp trees/b.psd worsetrees
mkdir badheads
awk '{ print } NR % 3000 == 0 { print "2 1" }' large.heads >badheads/a.heads
cp large.heads badheads/b.heads
"$program" transitions --system=arc-eager-nederhof -o sequences files/la.conllu || exit 1
sed 's/nsubj/obj/' large.conllu >changed.conllu

# Errors in the middle: of a large file, of several, of compressed ones, among trees.
awk '{ print } NR % 30000 == 0 { bad = 1 } bad && /^$/ { print "1\ta\t_\t_\t_\t_\t2\tdep\t_\t_\n2\tb\t_\t_\t_\t_\t1\tdep\t_\t_\n"; bad = 0 }' \
  large.conllu >bad/cycles.conllu
cp files/*.conllu bad
awk -F '\t' -v OFS='\t' '/^3\t/ && ++n == 9 { print $1, $2; next } { print }' files/en.conllu >bad/short.conllu
awk -F '\t' -v OFS='\t' '/^3\t/ && ++n % 7 == 0 { $7 = "x" } { print }' files/la.conllu | gzip -n >bad/heads.conllu.gz
gzip -nc large.conllu | head -c 200000 >cut.conllu.gz
cp trees/a.psd badtrees/a.psd
awk '{ print } NR % 200 == 100 { print "( (S (NP a) b)) )" }' trees/a.psd >badtrees/b.psd
cp trees/b.psd badtrees/c.psd

# Words with tags, a sentence a line or a word a line; a word without a tag among them.
mkdir tagged badtagged
i=0
while [ $i -lt 4000 ]; do
  echo "A/DET letter/N arrived/V ././."
  i=$((i + 1))
done >tagged/a.tagged
awk '{ gsub ("/D", "\tD"); gsub ("/N", "\tN"); gsub ("/V", "\tV"); gsub ("/[.]$", "\t."); gsub (" ", "\n"); print $0 "\n" }' \
  tagged/a.tagged >tagged/b.tagged
awk '{ print } NR % 1500 == 1000 { print "A/DET letter" }' tagged/a.tagged >badtagged/a.tagged
cp tagged/b.tagged badtagged

# run JOBS COMMAND...: its traces go into the folder JOBS.
run ()
{
  jobs=$1
  shift
  rm -rf out "$jobs"
  mkdir out "$jobs"
  "$program" "$@" -j"$jobs" >"$jobs/stdout" 2>"$jobs/stderr"
  echo $? >"$jobs/status"
  mv out "$jobs"
  if [ "$(cat "$jobs/status")" != $expected ] || grep -q 'ThreadSanitizer' "$jobs/stderr"; then
    echo "FAILED -j$jobs: $*: status $(cat "$jobs/status"), expected $expected"
    head -n 40 "$jobs/stderr"
    failures=$((failures + 1))
  fi
}

# A line is the status and a command.
while read -r expected command; do
  n=$((n + 1))
  run 1 $command
  run 8 $command
  diff -r 1 8 >differences || { echo "FAILED: -j1 and -j8 differ: $command"; head -c 1000 differences; failures=$((failures + 1)); }
done <<'COMMANDS'
0 projectivize large.conllu
0 projectivize -o out/x.gz --summary=out/table large.conllu files
0 projectivize --ties=random files
0 projectivize --ties=first --mark=none files
0 projectivize --mark=proj --output-dir=out files
0 projectivize --mark=head -o out/x.conllu.xz files
0 projectivize --mark=path --output-dir=out files
0 projectivize --mark=headpath --output-dir=out files
0 projectivize --mark=headpath --lift=shortest files
0 projectivize --output-dir=out --all=3 files
1 projectivize bad
3 projectivize --mark=head -o out/x.gz cut.conllu.gz bad
0 projectivize --on-error=skip --output-dir=out bad
0 projectivize --on-error=pass --mark=path --output-dir=out --summary=out/table bad
1 projectivize --strict --output-dir=out large.conllu files
0 restore large.conllu
0 restore --output-dir=out orig
0 restore --mark=head -o out/x.gz head
0 restore --mark=path --output-dir=out path
0 restore --mark=headpath headpath
0 restore --on-error=skip bad
1 restore --mark=head -o out/x bad
0 stats --lengths --classes --tally=out/tally large.conllu files
0 stats --by=deprel files
0 stats --by=arc files
0 find upos=NOUN -o out/table files
0 find upos=NOUN --format=text files
0 find upos=NOUN --by=lemma,distance:2 large.conllu files
0 stats --intervals --lengths --words=deprel=nsubj --by=feats.Case,language files
0 stats --by=words:5 --format=jsonl -o out/table files
3 stats --lengths --classes --tally=out/tally bad cut.conllu.gz files
0 stats --by=sentence --on-error=skip -o out/table bad
0 choices --tally=out/tally large.conllu files
0 stats --intervals --lengths --by=words:5 files
0 word-order --intervals --tally=out/tally large.conllu files
0 encodings files
0 choices --intervals files
0 agree large.conllu changed.conllu
1 agree --no-intervals bad/short.conllu files/en.conllu
0 vote --output-dir=out files shuffled
1 vote --output-dir=out files worse shuffled
0 vote --on-error=skip --output-dir=out files worse shuffled
0 choices --by=sentence files
1 choices --by=file,words:5 -o out/table bad
0 choices --by=sentence --on-error=skip bad
0 check --fail-on=never large.conllu files
0 check --fail-on=never --format=html -o out/page.html files
0 check --fail-on=never --rules=ud --by=file --tally=out/tally files
0 repair --test=error,warning,note --output-dir=out files
1 check --format=text -o out/lines bad
0 check --fail-on=never --on-error=skip bad
0 filter --where=!projective --sample=20 files
0 filter --where=lost_arcs!=0 --output-dir=out files
1 filter --where=!projective -o out/x.gz bad
3 filter --on-error=skip --sample=20 bad cut.conllu.gz
0 transitions --system=swap files
0 transitions --system=attardi-3 --relations files
0 transitions --system=arc-eager-nederhof --policy=none -o out/x files
0 transitions --system=covington --on-error=skip bad
1 transitions --system=arc-hybrid -o out/x bad
0 compare-oracles --system=arc-eager-nederhof --walk=explore:0.5 --every=3 --by=confusion large.conllu files
0 compare-oracles --system=covington --variant=none:exact --by=confusion files
1 compare-oracles --system=arc-standard --every=5 --by=confusion -o out/table bad
0 show --format=html --max=30 files
0 show --where=lost_arcs!=0 --projectivized -o out/x files
0 show --on-error=skip --where=!projective bad
0 parse -m model large.conllu
0 parse -m model --output-dir=out files
0 parse -m model --beam=4 -o out/x.gz files
0 parse -m model --on-error=pass --output-dir=out bad
1 parse -m model -o out/x bad
0 parse -m phrases -o out/x trees
1 parse -m phrases badtrees
0 parse -m phrases --input=tagged -o out/x.gz tagged
1 parse -m phrases --input=tagged badtagged
0 parse -m phrases --input=tagged --on-error=skip -o out/x badtagged
0 stats --input=brackets --tally=out/tally trees
1 stats --input=brackets --by=label badtrees
1 stats --input=brackets --on-error=skip --tally=out/tally badtrees
0 compare-oracles --system=in-order --columns=file,*differ* trees/a.psd
1 compare-oracles --system=top-down --columns=file,*differ* --on-error=skip -o out/x badtrees
0 transitions --input=brackets --system=in-order trees
1 transitions --input=brackets --system=bottom-up -o out/x badtrees
0 filter --input=brackets --lines --where=words>=3 -o out/x.gz trees
1 filter --input=brackets --on-error=skip --where=words>=3 --output-dir=out badtrees
0 show --input=brackets --format=html trees
1 show --input=brackets --on-error=skip -o out/x badtrees
0 convert --to=conllx large.conllu files
0 convert --to=heads -o out/x.gz files
0 convert --output-dir=out --to=conllx files
0 stats --input=conllx --lengths --classes conllx
1 convert --to=conllx -o out/x bad
0 evaluate --tally=out/tally files shuffled
0 evaluate --against=files --seed=2 -o out/table files shuffled
0 evaluate --by=word files shuffled
0 evaluate --by=confusion --max=50 files shuffled
0 evaluate --align --tally=out/tally files shuffled
1 evaluate --tally=out/tally files worse
0 evaluate --on-error=skip --by=word -o out/table files worse
0 evaluate --by=word large.conllu changed.conllu
0 evaluate --tally=out/tally trees trees
1 evaluate trees worsetrees
0 evaluate --on-error=skip --by=label --tally=out/tally trees worsetrees
0 convert --input=heads --to=conllu large.heads
1 convert --input=heads badheads
0 convert --input=heads --on-error=skip --output-dir=out badheads
0 convert --input=conllx --to=conllu conllx/en.conllx conllx/la.conllx
0 stats --input-columns=ID,FORM,LEMMA,UPOS,XPOS,FEATS,HEAD,DEPREL conllx/en.conllx conllx/la.conllx
0 convert --to=heads --on-error=skip -o out/x bad
1 convert --to=heads bad
0 check --fail-on=never --format=jsonl --by=test --tally=out/tally large.conllu files
0 show --against=changed.conllu --format=html --max=30 large.conllu
0 steps --system=arc-eager-nederhof --grade=sequences files/la.conllu
0 transitions --system=arc-eager-nederhof --replay --onto=files/la.conllu sequences
0 filter --split=train:80,dev:20 --output-dir=out large.conllu files
0 filter --where=class.planar --split=3 --output-dir=out files
0 choices --by=arc files
0 stats --lengths --by=sentence --format=jsonl files
0 show --format=svg --output-dir=out --max=30 files
0 steps --system=arc-eager-nederhof --format=html --max=10 -o out/x files
0 transitions --system=two-planar files
0 parse -m model --beam=4 --n-best=3 --margin files
1 show --format=svg --output-dir=out bad
3 show --format=tikz --output-dir=out --where=lost_arcs!=0 bad cut.conllu.gz
1 show --format=html -o out/x bad
1 steps --system=arc-eager-nederhof --where=words<=8 -o out/x bad
1 steps --system=arc-eager-nederhof --where=words<=8 --format=html -o out/x bad
1 filter --sample=20 bad
3 filter --sample=20 -o out/x bad cut.conllu.gz files
1 filter --split=train:80,dev:20 --output-dir=out bad
1 filter --split=3 --output-dir=out --on-error=stop bad files
1 stats --by=sentence -o out/x.gz bad
1 stats --by=arc -o out/x bad
3 stats --lengths --by=sentence --format=jsonl -o out/x bad cut.conllu.gz
1 choices --by=sentence -o out/x bad
1 choices --by=arc -o out/x.gz bad files
3 check --format=html -o out/x cut.conllu.gz files
3 check --fail-on=never --sort=suspicion -o out/x cut.conllu.gz files
1 transitions --system=arc-eager-nederhof -o out/x bad
1 transitions --input=brackets --system=in-order badtrees
1 show --input=brackets --output-dir=out badtrees
1 filter --input=brackets --lines -o out/x badtrees
1 filter --input=brackets --lines --sample=5 badtrees
1 projectivize --summary=out/table --output-dir=out bad
1 parse -m model --output-dir=out bad
COMMANDS
echo "threads: $n commands, $failures failures"
[ $failures = 0 ]
