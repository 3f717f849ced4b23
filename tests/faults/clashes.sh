# clashes.sh - outputs that are inputs, or other outputs: refused before anything is touched.
. "$1/lib.sh"

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
  clash tbk choices -o new.svg --plot=./new.svg in
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
  clash tbk compare --report=R in
  ln -sf configuration-length.tsv R/index.html
  clash tbk compare --report=R in
  rm R/index.html
  clash tbk compare --report=R -o R/summary.tsv in
  clash tbk compare --report=R R/configuration-length.tsv in
  clash tbk compare --report=new -o new/index.html in
  clash tbk compare -o ./in in
}
try 'report over other files' report_clashes

oracle_clashes ()
{
  printf '{"heads":[2,0],"stack":[0,1],"buffer":2}\n' >j
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
