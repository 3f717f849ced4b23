#!/bin/sh
# examples.sh PROGRAM - runs the examples of every command's help, one after the other, in a folder with a few treebanks.
set -eu
case $1 in
/*) program=$1 ;;
*) program=$PWD/$1 ;;
esac
data=$(CDPATH='' cd -- "$(dirname "$0")/../data" && pwd)
commands=$(sed -n 's/^COMMAND (\([a-z_]*\),.*/\1/p' "$(dirname "$0")/../tools/commands.def" | tr _ -)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tbk-examples.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/room"
ln -s "$program" "$scratch/bin/tbk"
PATH=$scratch/bin:$PATH
CDPATH='' cd -- "$scratch/room"

{
  gzip -dc "$data/demo.conllu.gz"
  printf '# sent_id = no-agreement\n1\tbona\tbonus\tADJ\t_\tCase=Nom\t2\tamod\t_\t_\n2\tpuellam\tpuella\tNOUN\t_\tCase=Acc\t0\troot\t_\t_\n\n'
} >train.conllu
gzip <train.conllu >train.conllu.gz
cp "$data/en.conllu" dev.conllu
cp dev.conllu gold.conllu
tbk projectivize --mark=none gold.conllu -o parsed.conllu
tbk projectivize --mark=none --root=any --ties=first gold.conllu -o other.conllu
cp "$data/phrases.psd" trees.psd
tbk filter --lines trees.psd -o parsed.psd
mkdir projective treebanks
# Twenty times each sentence, since plots leave smaller groups out.
for treebank in "$data"/[cd]?.conllu.gz; do
  gzip -dc "$treebank" | awk '{ text = text $0 "\n" }
    END { for (i = 1; i <= 20; i++) { copy = text; gsub (/# sent_id = /, "&" i "-", copy); printf "%s", copy } }' |
    gzip >treebanks/${treebank##*/}
done
sed 's/^# sent_id/# newdoc\n&/' dev.conllu | gzip >treebanks/en.conllu.gz # with documents to be shared out
echo '{"heads":[2,0],"prefix":["SH"]}' >records.jsonl
cp dev.conllu en.conllu
tbk filter --max=2 train.conllu >fixed.conllu
printf 'sent_id\tid\tdeprel\n%s\t1\tdep\n' "$(sed -n '1,/^# sent_id/s/^# sent_id = //p' train.conllu)" >changes.tsv
mkdir answers
echo 'en-06: SH SH LA LA RA SH LA RA RE RA' >answers/anna.txt
for name in anna one; do cp gold.conllu $name.conllu; done
for name in ben two; do cp parsed.conllu $name.conllu; done
for name in cleo three; do cp other.conllu $name.conllu; done

failures=0 count=0
for command in $commands; do
  # What has nothing to repair has nothing to restore either.
  if [ "$command" = repair ]; then
    mv parsed.conllu whole.conllu
    awk 'BEGIN { FS = OFS = "\t" } $1 == 2 && !done { $7 = done = 2 } 1' whole.conllu >parsed.conllu
  fi
  tbk "$command" --help=all | sed -n '/^Examples:/,/^$/s/^  \([^ ].*\)/\1/p; /^Further examples:/,$s/^  \([^ ].*\)/\1/p' >../examples
  [ -s ../examples ] || { echo "FAILED $command: its help has no examples"; failures=$((failures + 1)); }
  while IFS= read -r example; do
    count=$((count + 1))
    if ! sh -e -c "$example" </dev/null >../out 2>../err || grep '^tbk' ../err | grep -qv ': drawn without [0-9]* length bins*\|: left out, because the format has no place for them: \|: [01] sentences* repaired, \|: 1 sentence to repair, \|: sentences: train \|: [0-9]* [a-z]* in [0-9]* sentences*: [0-9]* heads* and\|: [0-9]* of [0-9]* sentences replaced\|: [0-9]* of [0-9]* arcs are not unanimous\|: left out [0-9]* \(traces\|lea[fv]e*s* of markup\), the first '; then
      echo "FAILED $example"
      cat ../err
      failures=$((failures + 1))
    fi
  done <../examples
  [ ! -e whole.conllu ] || mv whole.conllu parsed.conllu
done
echo "examples: $count run, $failures failures"
[ $failures = 0 ]
