#!/bin/sh
# run.sh FOLDER [PICTURES] - the page of FOLDER in real browsers, in Chromium and in Firefox where these are installed: driven as its users
# do, from a server and from the disk. TBK_CORPORA names a folder with treebanks of UD in ud/, with which the time until the first drawing
# is measured.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
chromium=$(command -v chromium || command -v chromium-browser || true)
firefox=$(command -v firefox-esr || command -v firefox || true)
if [ ! -e "$1/tbk.html" ] || [ -z "$chromium$firefox" ] || ! command -v node >/dev/null; then
  echo "skipped: the page for the browser, which 'make web' builds, and chromium or firefox and node are needed"
  exit 0
fi
status=0
if [ -n "$chromium" ]; then
  node "$here/page.mjs" "$1" "$chromium" ${2:+"$2"} || status=1
fi
if [ -n "$firefox" ] && [ -z "${PARTS:-}" ]; then
  node "$here/firefox.mjs" "$1" "$firefox" || status=1
fi
exit $status
