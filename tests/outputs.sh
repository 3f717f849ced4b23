#!/bin/sh
# outputs.sh PROGRAM - a bad file in the middle of a folder, for every command and every option that names what is written. Tables
# and pages are written: with --on-error=stop as if the bad file were not there, with skip as if the bad sentence were not. Treebanks
# and models are withheld. Both is told. By one thread and by four the same is written.
set -u
export LC_ALL=C
unset CDPATH
case $1 in
/*) program=$1 ;;
*) program=$PWD/$1 ;;
esac
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tbk-outputs.XXXXXX") || exit 3
trap 'rm -rf "$scratch"' EXIT
CDPATH='' cd -- "$scratch" || exit 3
mkdir bin
ln -s "$program" bin/tbk
PATH=$scratch/bin:$PATH
failures=0 n=0

# The folders good, bad, whole and cut each have a folder f of treebanks, p of phrases, r of records, s of sequences, g of
# tagged words, h of head vectors. In good the file in the middle lacks; in bad it ends in what is wrong; in whole that is not there; in cut it
# is a compressed file, long enough to be read in several pieces, that was cut off.
many ()
{
  i=0
  while [ $i -lt "$1" ]; do
    cat "$2"
    i=$((i + 1))
  done
}
put ()
{
  cp "$2" "good/$1/a.$3"
  cp "$2" "good/$1/z.$3"
  for folder in bad whole cut; do
    cp "good/$1"/* $folder/"$1"
  done
  many "${5:-1}" "$2" >middle
  cp middle whole/"$1/m.$3"
  { cat middle; printf "$4"; } >"bad/$1/m.$3"
  many $((600000 / $(wc -c <"$2"))) "$2" | gzip -n >long.gz
  head -c $(($(wc -c <long.gz) * 4 / 5)) long.gz >"cut/$1/m.$3.gz"
}
for folder in good bad whole cut; do
  mkdir $folder
  for kind in f p r s g h; do
    mkdir $folder/$kind
  done
done
awk '{ print } /^$/ && ++n == 20 { exit }' "$here/../data/la.conllu" >la.conllu
tbk convert -q --to=heads la.conllu -o la.heads
tbk transitions la.conllu -o la.jsonl
put f la.conllu conllu '# sent_id = bad\n1\ta\n\n'
put p "$here/../data/phrases.psd" psd '(S (NP a) b)\n'
echo '{"heads":[2,0],"prefix":[]}' >record
put r record jsonl ''
put s la.jsonl jsonl '{"heads":[2,0],"transitions":["SH","?"]}\n'
echo 'A/DET letter/N arrived/V ././.' >words
put g words tagged 'A/DET letter\n'
put h la.heads heads '2 1\n'
tbk projectivize -q --mark=none --output-dir=system whole/f
cp -r whole/p phrases
tbk train -q -o model --epochs=1 la.conllu >/dev/null
tbk train -q -o phrase-model --epochs=1 "$here/../data/phrases.psd" >/dev/null
tbk projectivize -q --mark=orig -o marked.conllu la.conllu

fail ()
{
  echo "FAILED: $command: $*"
  [ ! -s err ] || head -n 5 err
  failures=$((failures + 1))
}

# view OUT: what can be compared of it, in one stream: without numbers of files, times, and what tallies say of files left out.
view ()
{
  find "$@" -type f | sort | while read -r file; do
    case $command in
    compare*--tally*) tbk merge "$file" 2>/dev/null | cut -f 1-7 ;;
    *--report*) echo "$file"; case $file in *.tsv) cut -f 1-4 "$file" ;; esac ;;
    compare*) cut -f 1-7 "$file" ;;
    *--tally*) tbk merge "$file" 2>/dev/null ;;
    *-o\ out.gz*) gzip -dc "$file" ;;
    *) echo "$file"; cat "$file" ;;
    esac
  done | sed -E 's/[0-9]+ files/N files/g'
}

# make FOLDER STATUS [OPTION...]: runs the command in it; what it wrote is then seen in FOLDER.view.
make ()
{
  folder=$1 status=$2
  shift 2
  rm -rf "$folder"/out* "$folder/rest" "$folder.view"
  (CDPATH='' cd -- "$folder" && tbk $command "$@" >../standard 2>../err </dev/null)
  found=$?
  [ $found = "$status" ] || fail "status $found, expected $status in $folder $*"
  [ ! -s standard ] || [ "${command%% *}" = train ] || fail "something is on standard output"
  set -- "$folder"/out*
  if [ -e "$1" ]; then
    (CDPATH='' cd -- "$folder" && view out*) >"$folder.view"
  fi
}

said ()
{
  grep -q -e "$1" err || fail "not told: $1"
}

# What is there of a run over a file that was left out: as without it, or nothing.
check ()
{
  case $kind in
  table)
    [ -e "$1.view" ] || fail "nothing is written in $1"
    cmp -s good.view "$1.view" || { fail "not that of the good files in $1"; diff good.view "$1.view" | head -n 5; }
    said 'what is written lacks 1 of 3 files'
    ;;
  tree)
    [ ! -e "$1.view" ] || fail "it is written in $1"
    said 'out[^ ]* was not written'
    ;;
  parts)
    [ -z "$(ls "$1/out" 2>/dev/null)" ] || fail "parts are written in $1"
    said 'no part was written'
    ;;
  folder)
    cmp -s good.view "$1.view" || fail "not those of the good files in $1"
    said 'files that are left out were not written'
    ;;
  esac
}

# A line is what kind of output it is, how bad data are met (no: there is no --on-error; cut: only cut files are tried), and the
# command. What is written is called out.
while read -r kind how command; do
  n=$((n + 1))
  rm -f good.view
  make good 0
  jobs='1 4'
  case $command in
  train* | oracle* | *--replay*) jobs=- ;;
  esac
  for j in $jobs; do
    [ "$j" = - ] && option= || option=-j$j
    case $how in
    both)
      make bad 1 $option
      check bad
      [ "$j" = 4 ] && continue
      make whole 0 $option
      make bad 0 $option --on-error=skip
      cmp -s whole.view bad.view || fail 'with skip not that of the good sentences'
      [ $kind = parts ] || said 'm.*: 1 .* left out; the first: '
      ;;
    no)
      make bad 1 $option
      check bad
      ;;
    esac
    [ "$how" = no ] && continue
    case $kind$j in table1 | tree4 | parts4 | folder4) continue ;; esac
    make cut 3 $option
    check cut
  done
done <<'COMMANDS'
table both find upos=NOUN -o out f
table both find upos=NOUN --format=text -o out f
table both find upos=NOUN --by=lemma -o out f
table both find upos=NOUN -o out.html f
table both stats --words=deprel=nsubj --by=feats.Case -o out f
table both stats -o out f
table both stats --by=sentence -o out f
table both stats --by=arc -o out f
table both stats --by=sentence --format=jsonl --lengths --classes -o out f
table both stats --by=words:5 -o out.gz f
table both stats --tally=out -o rest f
table both stats --by=words:5 --lengths --plot=out.svg -o rest f
table both stats -o out p
table both stats --by=label --tally=out -o rest p
table both choices -o out f
table both choices --by=sentence -o out f
table both choices --by=arc -o out f
table both choices --by=sentence --plot=out.svg -o rest f
table both choices --plot=out.svg -o rest f
table both choices --tally=out -o rest f
table cut check --fail=never -o out f
table cut check --fail=never --format=jsonl -o out f
table cut check --fail=never --format=text -o out f
table cut check --fail=never --format=github -o out f
table cut check --fail=never --format=html -o out f
table cut check --fail=never --order=suspect -o out f
table cut check --fail=never --rules=ud -o out f
table cut check --fail=never --by=test -o out f
table cut check --fail=never --by=file --tally=out -o rest f
tree cut repair --suggest --test=error,warning,note -o out f
folder cut repair --test=error,warning,note --output-dir=out f
table both compare-oracles -o out f
table both compare-oracles --tally=out -o rest f
table both compare-oracles --report=out -o rest f
table both compare-oracles --system=in-order -o out p
table both show -o out f
table both show --format=html -o out f
table both show --format=tikz -o out f
table both show --format=dot -o out f
table both show --output-dir=out f
table both show --format=tikz --output-dir=out --where=nonprojective_arcs>=1 f
table both steps --where=words<=8 -o out f
table both steps --where=words<=8 --format=html -o out f
table both show --format=html -o out p
table both show --output-dir=out p
table both transitions -o out f
table both transitions -o out p
table both steps --format=html -o out p
tree no transitions --replay -o out s
table no evaluate f ../system -o out
table no evaluate --align f ../system -o out
table no evaluate p ../phrases -o out
table both evaluate f f -o out
table both evaluate --by=word f f -o out
table both evaluate --by=confusion f f -o out
table both evaluate --against=f f f -o out
table both evaluate f f --tally=out -o rest
table both evaluate p p -o out
tree both projectivize -o out f
tree both projectivize -o out.gz f
folder both projectivize --output-dir=out f
table both projectivize --summary=out -o rest f
tree both restore -o out f
folder both restore --output-dir=out f
tree both filter -o out f
folder both filter --output-dir=out f
tree both filter --sample=30 -o out f
tree both filter --lines -o out p
tree both filter --lines --sample=3 -o out p
parts both filter --split=a:1,b:1 --output-dir=out f
parts both filter --folds=3 --output-dir=out f
tree both convert --to=conllx -o out f
folder both convert --to=conllx --output-dir=out f
tree both convert --to=heads -o out f
tree both convert --input=heads -o out h
folder both convert --input=heads --output-dir=out h
tree both parse -m ../model -o out f
folder both parse -m ../model --output-dir=out f
tree both parse -m ../phrase-model -o out p
tree both parse -m ../phrase-model --input=tagged -o out g
tree no train --epochs=1 -o out f
tree no train --epochs=1 -o out p
table cut oracle -o out r
COMMANDS
echo "outputs: $n commands, $failures failures"
[ $failures = 0 ]
