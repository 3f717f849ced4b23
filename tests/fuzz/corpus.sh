#!/bin/sh
# corpus.sh unpack FOLDER | pack FOLDER - the inputs that fuzzing begins with, in FOLDER/TARGET, out of and into tests/fuzz/corpus.tar.gz. An
# archive that is not newer than FOLDER is not unpacked again. The same inputs make the same archive.
set -eu
archive=$(dirname "$0")/corpus.tar.gz
folder=$2
case $1 in
unpack)
  [ ! -e "$folder/.unpacked" ] || [ "$archive" -nt "$folder/.unpacked" ] || exit 0
  rm -rf "$folder"
  mkdir -p "$folder"
  gzip -dc "$archive" | tar -xf - -C "$folder"
  touch "$folder/.unpacked"
  ;;
pack)
  tar --sort=name --format=ustar --mtime=@0 --owner=0 --group=0 --numeric-owner --exclude=.unpacked -cf - -C "$folder" . | gzip -9n >"$archive.new"
  mv "$archive.new" "$archive"
  ;;
*)
  echo "corpus.sh: found '$1', expected unpack or pack" >&2
  exit 2
  ;;
esac
