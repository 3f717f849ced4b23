#!/bin/sh
# man.sh PROGRAM FOLDER - manual pages from what --help prints, by help2man.
set -eu
program=$1
folder=$2
here=$(dirname "$0")
mkdir -p "$folder"
if ! command -v help2man >/dev/null; then
  echo "man.sh: help2man is needed to make the manual pages, and is not installed; none are made" >&2
  exit 0
fi
version=$("$program" --version | cut -d ' ' -f 2)
commands=$(sed -n 's/^COMMAND (\([a-z]*\),.*/\1/p' "$here/../tools/commands.def")

# What every page ends with; that of the program lists the others. sections COMMAND
sections ()
{
  [ "$1" = tbk ] || printf '%s\n' '[EXIT STATUS]' '0 done; 1 the data are wrong; 2 wrong usage; 3 input, output or memory failed; 128+n ended by signal n.' ''
  printf '%s\n' '[SEE ALSO]'
  [ "$1" = tbk ] || printf '.BR tbk (1)'
  separator=$([ "$1" = tbk ] || echo ,)
  for other in $commands; do
    if [ "tbk-$other" != "$1" ]; then
      printf '%s\n.BR tbk-%s (1)' "$separator" "$other"
      separator=,
    fi
  done
  echo
}

# page NAME SUMMARY PROGRAM
page ()
{
  sections "$1" >"$folder/$1.sections"
  help2man --no-info --version-string="$version" --name="$2" --include="$folder/$1.sections" "$3" |
    sed -e "s/^\.TH [A-Z]* \"1\" \"[^\"]*\" \"[^\"]*\"/.TH $(echo "$1" | tr '[:lower:]' '[:upper:]') \"1\" \"\" \"tbk $version\"/" \
      -e "/^\.SH NAME/{n;s/^tbk [a-z]* /$1 /;}" >"$folder/$1.1"
  rm "$folder/$1.sections"
}

page tbk 'treebanks: optimal projectivization, oracles of transition systems, parsers' "$program"
for command in $commands; do
  page "tbk-$command" "$(sed -n "s/^COMMAND ($command, \"\(.*\)\")/\1/p" "$here/../tools/commands.def")" "$program $command"
done
