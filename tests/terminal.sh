#!/bin/sh
# terminal.sh PROGRAM - what tbk tells on a terminal: how far it is, and that it waits. The terminal is made by script(1).
set -u
case $1 in
/*) program=$1 ;;
*) program=$PWD/$1 ;;
esac
if ! script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
  echo "terminal: skipped: there is no script(1) that runs a command on a terminal"
  exit 0
fi
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
CDPATH='' cd -- "$scratch" || exit 3
mkdir bin && ln -s "$program" bin/tbk
PATH=$scratch/bin:$PATH
export LC_ALL=C
failures=0

# on_terminal COMMAND: runs it on a terminal of its own; what it writes there goes to the file `shown`, a line for each that
# was drawn.
on_terminal() {
  timeout 60 script -qec "$1" /dev/null </dev/null | tr '\r' '\n' >shown
}

shows() {
  grep -qE "$1" shown && return
  echo "FAILED: '$1' is not shown, but:"
  cat shown
  failures=$((failures + 1))
}

shows_no() {
  grep -qE "$1" shown || return
  echo "FAILED: '$1' is shown:"
  cat shown
  failures=$((failures + 1))
}

# More than the pipes hold.
awk 'BEGIN { for (i = 1; i <= 60000; i++) printf "# sent_id = %d\n1\tword\tword\tX\t_\t_\t0\troot\t_\t_\n\n", i }' >in.conllu
printf '# sent_id = a\n1\tword\tword\tX\t_\t_\t0\troot\t_\t_\n\n' >one.conllu
printf '{}\n' >record.jsonl
slowly='{ sleep 0.5; cat >/dev/null; }'
line='[0-9]+% of [0-9.]+ [kM]B, file 1 of 2, [0-9.]+ [kM]B/s, [0-9]+:[0-9][0-9] left'

on_terminal "tbk projectivize in.conllu one.conllu | $slowly"
shows "^$line *$"
on_terminal "tbk projectivize -q in.conllu one.conllu | $slowly"
shows_no .
on_terminal "tbk projectivize in.conllu one.conllu 2>told | $slowly; cat told"
shows_no .

# Of a pipe nobody knows the end.
on_terminal "{ head -c 1000000 in.conllu; sleep 0.5; tail -c +1000001 in.conllu; } | tbk stats -o table"
shows '^[0-9.]+ [kM]B read, [0-9.]+ [kM]B/s *$'
shows_no %

# Narrow terminals get what fits.
on_terminal "stty cols 20; tbk projectivize in.conllu one.conllu | $slowly"
shows '^[0-9]+% of [0-9.]+ [kM]B, f'
shows_no '^.{20}'

# Text that goes to the terminal is not disturbed.
on_terminal "{ head -c 1000000 in.conllu; sleep 0.5; tail -c +1000001 in.conllu; } | tbk projectivize"
shows_no B/s

# The end of input is typed by hand.
waiting='waiting for standard input, which is a terminal'
for command in "projectivize" "stats -" "oracle" "transitions --replay" "evaluate one.conllu -"; do
  { sleep 0.3; printf '\004'; } | script -qec "timeout 10 tbk $command" /dev/null | tr '\r' '\n' >shown
  shows "^tbk ${command%% *}: $waiting"
done
for command in "check --against=one.conllu" "check --against=- one.conllu" "check --baseline=- one.conllu" \
  "show --against=- one.conllu" "stats --against=- one.conllu" "encodings --encoding=relative --seen=- one.conllu" \
  "filter --files-from=-" "update --from=- one.conllu" \
  "repair --like=- one.conllu" "steps --grade=- one.conllu" "train --dev=- -o model one.conllu" \
  "transitions --replay --onto=- record.jsonl" "evaluate --against=- one.conllu one.conllu"; do
  { sleep 0.3; printf '\004'; } | script -qec "timeout 10 tbk $command" /dev/null | tr '\r' '\n' >shown
  shows "^tbk ${command%% *}: $waiting"
  [ "$(grep -c waiting shown)" = 1 ] || shows "once"
done
on_terminal "tbk parse -m - one.conllu"
shows_no "$waiting"
on_terminal "tbk stats <in.conllu"
shows_no "$waiting"

# Tables are aligned for people, and plain for files, pipes and programs.
on_terminal "tbk stats -q one.conllu"
shows '^file +sentences +words '
shows '^one.conllu +1 +1 '
on_terminal "tbk stats -q one.conllu | cat"
shows "^file$(printf '\t')sentences$(printf '\t')words"
on_terminal "tbk stats -q -o table one.conllu; cat table"
shows "^one.conllu$(printf '\t')1$(printf '\t')1"
on_terminal "tbk stats -q --format=jsonl one.conllu"
shows '^{"file":"one.conllu","sentences":1,'
on_terminal "tbk choices -q --by=sentence one.conllu"
shows '^one.conllu +1 +a '

# Narrow terminals get the columns that fit, and are told of the others; what goes elsewhere has all.
left='^tbk stats: the terminal is too narrow for 7 columns, nonprojective_trees, .*, upper_bound_uas; --columns=NAME,... shows others, -o FILE writes all'
on_terminal "stty cols 40; tbk stats -q one.conllu"
shows '^file +sentences +words *$'
shows '^one.conllu +1 +1 *$'
shows "$left"
on_terminal "stty cols 200; tbk stats -q one.conllu"
shows '^file +sentences .* upper_bound_uas *$'
shows_no narrow
on_terminal "stty cols 40; tbk stats -q one.conllu | cat; tbk stats -q --columns='*' one.conllu; tbk stats -q -o table one.conllu"
shows_no narrow
on_terminal "stty cols 40; tbk stats -q --format=jsonl one.conllu"
shows '"upper_bound_uas":100.00}'
shows_no narrow
on_terminal "stty cols 5; tbk stats -q --tidy --by=file,words:5 one.conllu"
shows '^language +treebank +split +file +words_from +words_to *$'
on_terminal "stty cols 40; tbk evaluate -q one.conllu one.conllu"
shows '^measure +correct +total *$'
shows "^tbk evaluate: the terminal is too narrow for 3 columns, percent, low, high; "

echo "terminal: $failures failures"
[ $failures = 0 ]
