# clashes.sh - outputs that are inputs, or other outputs: refused before anything is touched.
. "$1/lib.sh"
data=$1/../../data

in_place ()
{
  many 3 >in
  cp in before
  ln in hard
  ln -s in soft
  for output in in ./in hard soft "$PWD/in"; do
    for command in projectivize restore stats; do
      run 2 tbk $command -o "$output" in
      said 'same file'
      same before in
    done
  done
  run 2 tbk projectivize --output-dir=. in
  same before in
  run 2 tbk projectivize -o in - <in
  same before in
  run 2 tbk projectivize -o before in before
  same before in
  run 2 tbk projectivize --summary=in in
  same before in
  many 3 | gzip >in.gz
  cp in.gz before.gz
  run 2 tbk projectivize -o in.gz in.gz
  same before.gz in.gz
}
try 'output is the input' in_place

# As cat: else the file grows for ever.
append_to_input ()
{
  many 3 >in
  cp in before
  run 2 sh -c 'tbk restore in >>in'
  same before in
}
try 'standard output is the input' append_to_input

# clash COMMAND...: refused, and no file of this folder is changed, made or removed.
clash ()
{
  rm -rf ../before.$$
  cp -RP . ../before.$$
  run 2 timeout 10 "$@"
  grep -q 'the input and the output are the same file\|two outputs cannot go to one file' "$room.err" ||
    fail "standard error is $(cat "$room.err")"
  diff -r --no-dereference . ../before.$$ || fail "something has changed: $*"
}

two_outputs ()
{
  many 3 >in
  echo old >s
  ln -s s l
  mkdir D real
  ln -s real link
  ln -s ../in D/to_in
  clash tbk projectivize --output-dir=D --summary=D/in in
  clash tbk projectivize --output-dir=D --summary=link/../D/in in
  clash tbk projectivize -o l --summary=s in
  clash tbk projectivize -o real/new --summary=link/new in
  clash sh -c 'tbk projectivize --summary=s in >>l'
  clash tbk projectivize --summary=in -o new - <in
  clash tbk choices -o new --plot=D/../in.svg -- in.svg in
  clash sh -c 'tbk choices --plot=l.svg in >>l.svg; status=$?; rm -f l.svg; exit $status'
  clash tbk stats -o D/to_in in
  clash tbk restore -o D/to_in in
  clash sh -c 'tbk stats in >>D/to_in'
}
try 'two outputs in one file' two_outputs

output_folder_clashes ()
{
  mkdir A B E
  many 3 >A/a
  cp A/a A/b
  cp A/a B/a
  ln -s ../A/b E/a
  clash tbk projectivize --output-dir=E A/a A/b
  clash tbk restore --output-dir=E A/a A/b
  clash tbk projectivize --output-dir=B A/a B/a
  rm E/a
  clash tbk projectivize --output-dir=E A/a B/a
  clash tbk projectivize --output-dir=E A/a E/a
  ln -s one E/a
  ln -s one E/b
  clash tbk projectivize --output-dir=E A/a A/b
  rm E/b
  run 0 tbk projectivize --output-dir=E A/a A/b
  tbk projectivize A/a >expected
  same expected E/one
  same expected E/b
}
try 'output folder with links to inputs' output_folder_clashes

report_clashes ()
{
  many 3 >in
  mkdir R
  ln -s ../in R/index.html
  clash tbk compare-oracles --output-dir=R in
  ln -sf configuration-length.tsv R/index.html
  clash tbk compare-oracles --output-dir=R in
  rm R/index.html
  clash tbk compare-oracles --output-dir=R -o R/file.tsv in
  clash tbk compare-oracles --output-dir=R R/configuration-length.tsv in
  clash tbk compare-oracles --output-dir=new -o new/file.tsv in
  clash tbk compare-oracles -o ./in in
}
try 'report over other files' report_clashes

# Every output of every command leads to each of its inputs in turn. A line is a command with all that it can read, the names
# of these files, and what it can write: options that end in a name; for a folder, D and the name in it; or > for standard output.
all_outputs ()
{
  many 20 >in.conllu
  cp in.conllu other.conllu
  cp in.conllu dev.conllu
  cp "$data/phrases.psd" in.psd
  cp in.psd other.psd
  echo 1 >ids
  echo in.conllu >list
  echo in.psd >list.psd
  echo 'DELETE_LABEL TOP' >rules
  echo 's0.form' >table
  printf '{"heads":[2,0],"prefix":["SH"]}\n' >in.jsonl
  echo in.jsonl >list.jsonl
  run 0 tbk train --stages=2 --epochs=1 -o model in.conllu
  echo 'clashes are found before this is read' >phrases
  run 0 tbk transitions -o in.sequences in.conllu
  run 0 tbk stats --tally=in.tally in.conllu
  run 0 tbk compare-oracles --tally=compared in.conllu
  printf 'S0.form\n' >table
  while IFS='|' read -r command files outputs; do
    for file in $files; do
      for output in $outputs; do
        one_clash "$command" "$file" "$output"
      done
    done
  done <<'COMMANDS'
find upos=NOUN --ids-from=ids --files-from=list in.conllu|in.conllu ids list|-oout
stats --ids-from=ids --files-from=list in.conllu|in.conllu ids list|-oout --tally=out >
stats --ids-from=ids --files-from=list --lengths --by=words:5 in.conllu|in.conllu ids list|--plot=out.svg
stats --ids-from=ids --files-from=list --by=sentence in.conllu|in.conllu ids list|-oout
stats --ids-from=ids --files-from=list.psd in.psd|in.psd ids list.psd|-oout --tally=out
choices --ids-from=ids --files-from=list in.conllu|in.conllu ids list|-oout --tally=out --plot=out.svg >
choices --ids-from=ids --files-from=list --by=arc in.conllu|in.conllu ids list|-oout
check --ids-from=ids --files-from=list in.conllu|in.conllu ids list|-oout -oout.html
check --ids-from=ids --files-from=list --by=test in.conllu|in.conllu ids list|--tally=out
repair --ids-from=ids in.conllu|in.conllu ids|-oout --output-dir=D/in.conllu
show --ids-from=ids --against=other.conllu in.conllu|in.conllu ids other.conllu|-oout -oout.html --output-dir=D/in-3.svg >
show --files-from=list other.conllu|in.conllu list|--output-dir=D/in-17.svg --output-dir=D/other-1.svg
show --format=tikz --ids-from=ids in.conllu|in.conllu ids|--output-dir=D/in-17.tex
show --ids-from=ids --against=other.psd in.psd|in.psd ids other.psd|-oout --output-dir=D/in-3.svg
steps --grade=in.sequences --ids-from=ids in.conllu|in.conllu in.sequences ids|-oout -oout.html >
steps --walk=parser:model --files-from=list in.conllu|in.conllu model list|-oout -oout.html
transitions --ids-from=ids --files-from=list in.conllu|in.conllu ids list|-oout >
transitions --replay --onto=in.conllu in.sequences|in.conllu in.sequences|-oout >
transitions --ids-from=ids --files-from=list.psd in.psd|in.psd ids list.psd|-oout
transitions --input=brackets --replay --system=in-order in.sequences|in.sequences|-oout >
compare-oracles --ids-from=ids --files-from=list --walk=parser:model in.conllu|in.conllu ids list model|-oout --tally=out --output-dir=D/index.html --output-dir=D/file.tsv >
compare-oracles --ids-from=ids --files-from=list.psd in.psd|in.psd ids list.psd|-oout --tally=out
evaluate --ids-from=ids --against=dev.conllu in.conllu other.conllu|in.conllu ids dev.conllu other.conllu|-oout --tally=out >
evaluate --by=word --ids-from=ids in.conllu other.conllu|in.conllu ids other.conllu|-oout
evaluate --align in.conllu other.conllu|in.conllu other.conllu|-oout --tally=out
evaluate --parameters=rules --ids-from=ids in.psd other.psd|in.psd other.psd ids rules|-oout --tally=out
projectivize --ids-from=ids --files-from=list in.conllu|in.conllu ids list|-oout --summary=out >
projectivize --ids-from=ids in.conllu|in.conllu ids|--output-dir=D/in.conllu
restore --files-from=list in.conllu|in.conllu list|-oout >
restore in.conllu|in.conllu|--output-dir=D/in.conllu
filter --ids-from=ids --files-from=list in.conllu|in.conllu ids list|-oout >
filter --ids-from=ids in.conllu|in.conllu ids|--output-dir=D/in.conllu
filter --sample=3 --ids-from=ids --files-from=list in.conllu|in.conllu ids list|-oout >
filter --split=2 --ids-from=ids --files-from=list in.conllu|in.conllu ids list|--output-dir=D/fold-2.conllu
filter --split=a:1,b:1 --ids-from=ids in.conllu|in.conllu ids|--output-dir=D/a.conllu
filter --lines --ids-from=ids --files-from=list.psd in.psd|in.psd ids list.psd|-oout >
convert --to=conllx --ids-from=ids --files-from=list in.conllu|in.conllu ids list|-oout >
convert --to=conllx --ids-from=ids in.conllu|in.conllu ids|--output-dir=D/in.conllx
parse --model=model --files-from=list in.conllu|in.conllu list model|-oout >
parse --model=model in.conllu|in.conllu model|--output-dir=D/in.conllu
parse --model=phrases --files-from=list.psd in.psd|in.psd list.psd phrases|-oout >
parse --model=phrases in.psd|in.psd phrases|--output-dir=D/in.psd
train --dev=dev.conllu --features=table --ids-from=ids --files-from=list in.conllu|in.conllu dev.conllu table ids list|-oout
train --dev=other.psd --ids-from=ids --files-from=list.psd in.psd|in.psd other.psd ids list.psd|-oout
oracle --files-from=list.jsonl in.jsonl|in.jsonl list.jsonl|-oout >
merge in.tally|in.tally|-oout --tally=out >
merge compared|compared|-oout --output-dir=D/index.html
COMMANDS
}

# one_clash COMMAND FILE OUTPUT: OUTPUT leads to FILE.
one_clash ()
{
  rm -rf D out*
  case $3 in
  *D/*)
    mkdir D
    ln -s "../$2" "D/${3#*D/}"
    clash tbk $1 "${3%%/*}"
    ;;
  *out*)
    ln -s "$2" "out${3#*out}"
    clash tbk $1 "$3"
    ;;
  *) clash sh -c 'exec tbk $1 >>"$2"' sh "$1" "$2" ;;
  esac
}
try 'every output over every input' all_outputs

oracle_clashes ()
{
  printf '{"heads":[2,0],"prefix":["SH"]}\n' >j
  ln -s j l
  clash tbk oracle -o j j
  clash tbk oracle -o l j
  clash tbk oracle -o ./j - <j
  clash sh -c 'tbk oracle j >>j'
  clash sh -c 'tbk oracle <j >>l'
  run 0 tbk oracle -o k j
  run 0 sh -c 'tbk oracle j 1<>k'
}
try 'oracle over its input' oracle_clashes

finish
