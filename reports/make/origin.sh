# origin.sh - read by scripts that make pages, after they have set `program`.

# Where a page was made, by `make` GOAL: origin GOAL
origin() {
  place=$(dirname "$0")
  commit=$(git -C "$place" rev-parse --short HEAD 2>/dev/null) || commit=none
  [ "$commit" = none ] || git -C "$place/../.." diff --quiet HEAD -- . ':!reports' || commit="$commit with changes"
  echo "Made by \`make $1\` (\`$(basename "$0")\`) on $(date -u +%Y-%m-%d) with $("$program" --version | head -n 1), commit $commit"
}
