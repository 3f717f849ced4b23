# dates.sh - sourced by scripts whose output has the same bytes at any time, on any machine with the same tools.

# The date of files: that of the last commit.
[ -n "${SOURCE_DATE_EPOCH-}" ] || SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022

# tarball FOLDER NAME: writes the folder NAME in FOLDER as a tarball.
tarball() {
  tar -C "$1" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --format=gnu -cf - "$2" | gzip -9n
}
