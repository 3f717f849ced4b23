#!/bin/sh
# completion.sh PROGRAM FOLDER - completion for bash (FOLDER/tbk) and zsh (FOLDER/_tbk), from the option tables of PROGRAM.
#
# --help=options lists the options. A value that cannot be ('?') makes the program tell what it expects instead.
set -eu
case $1 in
/*) program=$1 ;;
*) program=$PWD/$1 ;;
esac
mkdir -p "$2"
folder=$(CDPATH='' cd -- "$2" && pwd)
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
commands=$(sed -n 's/^COMMAND (\([a-z_]*\),.*/\1/p' "$here/../tools/commands.def" | tr _ -)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tbk-completion.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
CDPATH='' cd -- "$scratch"

# Options of a command, one a line: "--name", or "--name= MEANING" if there is a value. options_of COMMAND
options_of ()
{
  "$program" "$1" --help=options | sed -n 's/^\(--[a-z-]*\)\[\{0,1\}=\([A-Z:]*\).*/\1= \2/p; t
    s/^\(--[a-z-]*\).*/\1/p'
}

# The values of an option with few of them, "FILE" where a name of a file stands. values_of COMMAND --OPTION MEANING
values_of ()
{
  case "$1 $2" in 'stats --by' | 'find --by') set -- "$1" "$2" EXPRESSION ;; esac
  case $3 in
  SYSTEM) "$program" help systems | sed -n 's/^  \([a-z0-9-]*\)  .*/\1/p' | tr '\n' ' ' ;;
  EXPRESSION) "$program" help attributes | sed -n 's/^  \([a-z_]*\.\{0,1\}\)[A-Z]*  .*/\1/p' | tr '\n' ' ' ;;
  FILE | DIR | MODEL | LIST | OTHER | TALLY) echo FILE ;;
  *)
    "$program" "$1" "$2=?" </dev/null 2>&1 >/dev/null | sed -n "s/^tbk $1: $2: found '?'.*, expected one of //p" | tr -d ','
    ;;
  esac
}

for command in $commands; do
  options_of "$command" | while read -r option meaning; do
    case $option in
    *=) echo "$command $option $(values_of "$command" "${option%=}" "$meaning" || :)" ;;
    *) echo "$command $option" ;;
    esac
  done
done >options

{
  echo '# bash completion for tbk; made from its option tables'
  echo '_tbk ()'
  echo '{'
  echo '  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} option= options= values='
  echo '  COMPREPLY=()'
  # bash takes "--format=tsv" for three words
  echo '  if [ "$current" = = ]; then option=$before current='
  echo '  elif [ "$before" = = ] && [ "$COMP_CWORD" -gt 2 ]; then option=${COMP_WORDS[COMP_CWORD-2]}; fi'
  echo '  if [ "$COMP_CWORD" = 1 ]; then'
  echo "    COMPREPLY=(\$(compgen -W '$(echo $commands) help --help --version' -- \"\$current\"))"
  echo '    return'
  echo '  fi'
  echo '  case ${COMP_WORDS[1]} in'
  echo "  help) COMPREPLY=(\$(compgen -W '$(echo $commands) attributes input running selection systems tables' -- \"\$current\")); return ;;"
  for command in $commands; do
    echo "  $command) options='$(awk -v c="$command" '$1 == c { printf "%s%s", n++ ? " " : "", $2 }' options)' ;;"
  done
  echo '  esac'
  echo '  case ${COMP_WORDS[1]}$option in'
  awk 'NF > 2 && $3 != "FILE" { o = $2; sub(/=$/, "", o); printf "  %s%s) values=\047", $1, o
    for (i = 3; i <= NF; i++) printf "%s%s", $i, i < NF ? " " : "\047 ;;\n" }' options
  echo '  esac'
  echo '  if [ -n "$values" ]; then COMPREPLY=($(compgen -W "$values" -- "$current"))'
  echo '  elif [ -z "$option" ] && [ "${current#-}" != "$current" ]; then'
  echo '    COMPREPLY=($(compgen -W "$options" -- "$current"))'
  echo '    case ${COMPREPLY[0]-} in *=) compopt -o nospace ;; esac'
  echo '  else compopt -o default; fi'
  echo '}'
  echo 'complete -F _tbk tbk'
} >"$folder/tbk"

{
  echo '#compdef tbk'
  echo '# zsh completion for tbk; made from its option tables'
  echo 'if (( CURRENT == 2 )); then'
  echo "  compadd $(echo $commands) help --help --version"
  echo '  return'
  echo 'fi'
  echo 'local command=$words[2]'
  echo 'shift words; (( CURRENT-- ))'
  echo 'case $command in'
  echo "help) compadd $(echo $commands) attributes input running selection systems tables ;;"
  for command in $commands; do
    printf '%s) _arguments' "$command"
    awk -v c="$command" '$1 == c {
      o = $2; is_valued = sub(/=$/, "", o)
      if (!is_valued) { printf " \047%s\047", o; next }
      printf " \047*%s=:value:", o
      if ($3 == "FILE") printf "_files"
      else if (NF > 2) { printf "("; for (i = 3; i <= NF; i++) printf "%s%s", $i, i < NF ? " " : ")" }
      else printf " "
      printf "\047" }' options
    echo " '*:file:_files' ;;"
  done
  echo 'esac'
} >"$folder/_tbk"
