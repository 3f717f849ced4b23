#!/bin/sh
# scripts.sh PROGRAM - what holds of all scripts: CDPATH does no harm; and of tbk-parts.sh: neither do odd names, nor a machine
# without Slurm.
set -eu
case $1 in
/*) TBK=$1 ;;
*) TBK=$PWD/$1 ;;
esac
export TBK
CDPATH='' cd -- "$(dirname "$0")/.."
root=$PWD
parts=$root/packaging/slurm/tbk-parts.sh
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tbk-scripts.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
newline='
'

check ()
{
  what=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    echo "FAILED $what"
    failed=$((failed + 1))
  fi
}

# Prints what begins as a script of a shell.
find_scripts ()
{
  find bootstrap .ci packaging tests tools -type f -exec grep -lE -m 1 '^#!.*sh$' {} +
}

# Where CDPATH is set, cd prints the folder, or goes to another one, unless the folder begins with /.
changes_folders_safely ()
{
  ! find_scripts | xargs grep -nE "(^|[^[:alnum:]_.'-])cd[[:blank:]]+[^=/]" /dev/null |
    grep -vE "^[^:]*:[0-9]*:[[:blank:]]*#|CDPATH='' cd --|cd -- \"\\\$directory\"|cd \\["
}

# Counts in parts, with the program's own name for the files, as without. counts RUN FILE...
counts ()
{
  run=$1
  shift
  "$TBK" stats "$@" >whole
  "$parts" local "$run" 2 : stats "$@" >job 2>messages || return 1
  cmp "./$run/table" whole && [ -z "$("$parts" missing "$run")" ]
}

# A folder that CDPATH would lead to has other files.
ignores_cdpath ()
{
  mkdir -p elsewhere/run elsewhere/data data
  cp "$root/data/la.conllu" data
  (
    CDPATH=$scratch/elsewhere
    export CDPATH
    counts run data
  ) && [ -z "$(ls elsewhere/run)" ]
}

takes_odd_names ()
{
  for name in "ends in a newline$newline" '@TALLY@' '@PART@' "it's | & \\1 \"\$part\"" ' '; do
    cp "$root/data/la.conllu" "$name"
    cp "$root/data/nl.conllu" "2$name"
    rm -rf ./-f
    counts -f "$name" "2$name" || return 1
  done
}

takes_odd_folders ()
{
  for folder in '-f' '-' "it's | & %j {} \\1" "ends in a newline$newline"; do
    rm -rf "./$folder"
    counts "$folder" "$root/data/la.conllu" "$root/data/nl.conllu" || return 1
    mkdir -p "in $folder"
    (CDPATH='' cd -- "in $folder" && counts "$folder" "$root/data/la.conllu") || return 1
  done
}

# Without Slurm nothing is begun, and what can be done instead is told.
needs_slurm ()
{
  mkdir bin
  for command in sh cat dirname basename sed mkdir mv rm tr; do
    ln -s "$(command -v "$command")" bin
  done
  status=0
  PATH=$scratch/bin "$parts" submit queued 2 : stats "$root/data/la.conllu" 2>messages || status=$?
  [ $status = 2 ] && grep -q 'no Slurm.* local ' messages && [ ! -e queued ] || return 1
  PATH=$scratch/bin "$parts" local queued 2 : stats "$root/data/la.conllu" >job 2>messages || return 1
  status=0
  PATH=$scratch/bin "$parts" again queued 2>messages || status=$?
  [ $status = 2 ] && grep -q 'no Slurm.* here ' messages
}

# A program that is named parallel and is not GNU's, as that of moreutils, is left alone.
knows_parallel ()
{
  mkdir other
  printf '#!/bin/sh\nexit 1\n' >other/parallel
  chmod +x other/parallel
  (
    PATH=$scratch/other:$PATH
    counts beside "$root/data/la.conllu" "$root/data/nl.conllu"
  )
}

# sbatch that runs a job at once, all tasks of an array, and writes what it prints where it is told.
make_sbatch ()
{
  mkdir -p slurm
  cat >slurm/sbatch <<'END'
#!/bin/sh
array=1 output=/dev/null
while :; do
  case $1 in
  --array=*) array=$(echo "${1#*=}" | sed 's/-/ /' | tr , ' ') ;;
  --output=*) output=$(printf '%s' "${1#*=}" | sed 's/%%/%/g') ;;
  --*) ;;
  *) break ;;
  esac
  shift
done
case $array in
*' '*) array=$(seq $array) ;;
esac
for SLURM_ARRAY_TASK_ID in $array; do
  export SLURM_ARRAY_TASK_ID
  "$@" >"$output" 2>&1 || :
done
echo '17;here'
END
  chmod +x slurm/sbatch
}

queues ()
{
  make_sbatch
  "$TBK" stats "$root/data/la.conllu" "$root/data/nl.conllu" >whole
  job=$(PATH=$scratch/slurm:$PATH "$parts" submit '50 %j' 2 -- --time=10 : stats "$root/data/la.conllu" "$root/data/nl.conllu")
  [ "$job" = 17 ] && cmp '50 %j/table' whole && [ -f '50 %j/merge.log' ]
}

check "CDPATH, or a name that begins with -, leads a script astray" changes_folders_safely
CDPATH='' cd -- "$scratch"
check "tbk-parts.sh with CDPATH" ignores_cdpath
check "tbk-parts.sh with odd names" takes_odd_names
check "tbk-parts.sh with odd folders" takes_odd_folders
check "tbk-parts.sh without Slurm" needs_slurm
check "tbk-parts.sh beside another parallel" knows_parallel
check "tbk-parts.sh submit" queues
echo "scripts: $passed passed, $failed failed"
[ $failed -eq 0 ]
