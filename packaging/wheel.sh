#!/bin/sh
# wheel.sh ARCH... - what pip installs, into build/dist: of each processor for which packaging/standalone.sh has built the library
# a wheel with the library inside, and the source distribution, from which pip builds the library. It takes a Python with cffi,
# pip, setuptools and wheel; PYTHON names one.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
me=wheel
. packaging/dates.sh

for python in ${PYTHON:-python3 /usr/bin/python3} ''; do
  [ -n "$python" ] || { echo "wheel: there is no ${PYTHON:-python3} with cffi, pip, setuptools and wheel" >&2; exit 3; }
  ! "$python" -c 'import setuptools, wheel, cffi, pip' 2>/dev/null || break
done
scratch=build/wheel
rm -rf $scratch
mkdir -p $scratch/source build/dist

# The package without the library, which is also a test of the sources; pip writes into the folder that it builds.
git ls-files -z python include packaging/person.sh | tar --null --files-from=- -cf - | tar -xf - -C $scratch/source
"$python" -m pip --disable-pip-version-check -q wheel --no-build-isolation --no-index --no-deps -w $scratch $scratch/source/python
pure=$(echo $scratch/*.whl)

for processor; do
  folder=build/standalone/$processor
  packaging/licences.sh "$folder" >$scratch/licences.txt
  "$python" packaging/wheel.py "$pure" "$folder/stripped/libtbk.so" $scratch/licences.txt \
    "$(packaging/licences.sh --expression "$folder/parts.tsv")" build/dist
done

# The source distribution: the folders python/ and include/, src/ and the Makefile with its parts in one folder.
name=$(basename "$pure" -py3-none-any.whl | sed 's/\([^-]*-[^-]*\).*/\1/')
top=$scratch/$name
mkdir "$top"
git ls-files -z include src Makefile mk LICENSE tbk.pc.in packaging/person.sh | tar --null --files-from=- -cf - | tar -xf - -C "$top"
git ls-files -z python/pyproject.toml python/setup.py python/bindings.py python/README.md python/tbk | tar --null --files-from=- -cf - |
  tar -xf - --strip-components=1 -C "$top"
unzip -p "$pure" '*/METADATA' >"$top/PKG-INFO"
tarball "$scratch" "$name" >build/dist/"$name".tar.gz
echo "build/dist/$name.tar.gz"
