#!/bin/sh
# man.sh PROGRAM FOLDER - manual pages from what --help prints, by help2man.
set -eu
program=$1
folder=$2
if ! command -v help2man >/dev/null; then
  echo "man.sh: help2man is needed to make the manual pages, and is not installed; none are made" >&2
  mkdir -p "$folder"
  exit 0
fi
mkdir -p "$folder"
version=$("$program" --version | cut -d ' ' -f 2)
help2man --no-info --version-string="$version" --name='dependency treebanks: optimal projectivization and what belongs to it' \
  --output="$folder/tbk.1" "$program"
for command in $(sed -n 's/^COMMAND (\([a-z]*\),.*/\1/p' "$(dirname "$0")/commands.def"); do
  help2man --no-info --version-string="$version" \
    --name="$(sed -n "s/^COMMAND ($command, \"\(.*\)\")/\1/p" "$(dirname "$0")/commands.def")" \
    --output="$folder/tbk-$command.1" "$program $command"
done
