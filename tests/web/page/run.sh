#!/bin/sh
# run.sh FOLDER [PICTURES] - the page of FOLDER in a real browser, if Chromium is installed: driven as its users do, from a server and
# from the disk. TBK_CORPORA names a folder with treebanks of UD in ud/, with which the time until the first drawing is measured.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
browser=$(command -v chromium || command -v chromium-browser || true)
if [ ! -e "$1/tbk.html" ] || [ -z "$browser" ] || ! command -v node >/dev/null; then
  echo "skipped: the page for the browser, which 'make web' builds, and chromium and node are needed"
  exit 0
fi
node "$here/page.mjs" "$1" "$browser" ${2:+"$2"}
