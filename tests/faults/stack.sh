# stack.sh - a small stack: no command needs more than 64 KiB of it, in its first thread or in others.
. "$1/lib.sh"
data=$1/../../data

# Within this many kilobytes the program itself begins; one built with sanitizers or under an emulator does not.
kilobytes=64

# small COMMAND...: ends as it does with the usual stack, and writes the same; but the times in the table of compare-oracles.
small ()
{
  tbk "$@" </dev/null >expected 2>told
  status=$?
  run $status sh -c 'ulimit -s $1 && shift && exec tbk "$@" </dev/null' sh $kilobytes "$@"
  [ "$1" = compare-oracles ] || wrote expected
  grep -q '^Segmentation' "$room.err" && fail "$(cat "$room.err")"
  rm expected told
}

can_limit_stack ()
{
  (ulimit -s $kilobytes && exec tbk stats "$data/en.conllu") >/dev/null 2>&1 || skip 'the program does not run with a small stack'
}

# Every command over all that there is; networks, whose library has threads of its own, over little.
trees ()
{
  can_limit_stack
  cp "$data"/*.conllu "$data"/*.conllu.gz "$data"/*.conllup .
  gzip -dc demo.conllu.gz >demo.conllu
  rm demo.conllu.gz
  run 0 tbk train -o "$room.model" --epochs=1 en.conllu
  for file in *.conllu *.conllu.gz *.conllup; do
    for jobs in 1 3; do
      small stats --lengths --classes -j$jobs "$file"
      small show --format=tikz -j$jobs "$file"
      small check -j$jobs "$file"
      small choices -j$jobs "$file"
      small projectivize -j$jobs --mark=none "$file"
      small parse -j$jobs -m "$room.model" "$file"
    done
    small show "$file"
    small show --format=html "$file"
    small check --format=html "$file"
    small projectivize --mark=headpath "$file"
    small restore "$file"
    small convert --to=heads "$file"
    small filter --sample=3 --where=nonprojective_arcs>=1 "$file"
    small evaluate "$file" "$file"
    small evaluate --align "$file" "$file"
    small transitions "$file"
    small compare-oracles "$file"
  done
}
try 'trees, with a small stack' trees

systems ()
{
  can_limit_stack
  awk '{ print } /^$/ && ++n == 20 { exit }' "$data/la.conllu" >la.conllu
  for system in $(tbk help systems | sed -n 's/^  \([a-z][-a-z0-9]*\) .*/\1/p'); do
    small steps --system="$system" la.conllu
    small compare-oracles --system="$system" la.conllu
    small steps --format=html --system="$system" la.conllu
  done
}
try 'every system, with a small stack' systems

phrases ()
{
  can_limit_stack
  cp "$data/phrases.psd" .
  run 0 tbk train -o "$room.model" --epochs=1 phrases.psd
  for command in stats show 'show --format=html' compare-oracles transitions "parse -m $room.model" 'filter --lines' steps; do
    small $command phrases.psd
  done
  small evaluate phrases.psd phrases.psd
}
try 'phrase structure, with a small stack' phrases

learners ()
{
  can_limit_stack
  awk '{ print } /^$/ && ++n == 50 { exit }' "$data/en.conllu" >en.conllu
  for learner in linear feedforward bilstm; do
    run 0 sh -c 'ulimit -s $1 && exec tbk train -o "$3" --learner=$2 --epochs=1 en.conllu' sh $kilobytes $learner "$room.model"
    small parse -m "$room.model" en.conllu
  done
}
try 'every learner, with a small stack' learners

finish
