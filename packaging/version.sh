#!/bin/sh
# version.sh VERSION - sets the version, X.Y.Z, wherever it stands: include/tbk/base.h, from which all builds have it, and the files of
# packagers and CITATION.cff, which no build writes. CHANGELOG.md gets a heading. Review `git diff`, then commit.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
new=${1-}
echo "$new" | grep -Eqx '[0-9]+\.[0-9]+\.[0-9]+' || { echo "version: found '$new', expected a version as in make version V=1.2.3" >&2; exit 2; }
old=$(sed -n 's/^#define TBK_VERSION "\(.*\)"/\1/p' include/tbk/base.h)
[ "$new" != "$old" ] || { echo "version: it is $old already" >&2; exit 2; }
. packaging/person.sh
quoted=$(echo "$old" | sed 's/\./\\./g')
replace() {
  grep -q "$quoted" "$1" || { echo "version: found no $old in $1" >&2; exit 1; }
  sed -i "s/$quoted/$new/g" "$1"
}
for file in include/tbk/base.h CITATION.cff packaging/conda-forge/meta.yaml packaging/homebrew/treebank-kit.rb; do
  replace $file
done
# The library's name has the first number, or 0 and the second: programs that were linked with another need that one.
soname() {
  case $1 in 0.*) echo "$1" | cut -d . -f 1,2 ;; *) echo "${1%%.*}" ;; esac
}
if [ "$(soname "$old")" != "$(soname "$new")" ]; then
  sed -i "s/libtbk$(soname "$old" | sed 's/\./\\./')/libtbk$(soname "$new")/g" packaging/debian/control docs/design/extend.md
  mv "packaging/debian/libtbk$(soname "$old").install" "packaging/debian/libtbk$(soname "$new").install"
fi
cat - packaging/debian/changelog >packaging/debian/changelog.new <<END
tbk ($new-1) unstable; urgency=medium

  * New version.

 -- $NAME <${EMAIL:-tbk@localhost.localdomain}>  $(LC_ALL=C date -R)

END
mv packaging/debian/changelog.new packaging/debian/changelog
grep -qx "## $new" CHANGELOG.md || sed -i "s/^## $quoted\$/## $new\\n\\n## $old/" CHANGELOG.md
echo "version: $old has become $new; review git diff, and commit"
