# help-layout.awk - says which lines of a command's help are laid out otherwise than this: none is wider than 80 columns; the text of an
# option begins in column 26, beside it, or below it if it is long.
/^[A-Z].*:$/ { is_told = /^(Columns|Examples|Further examples):/ }
length > 80 { print command ": too wide: " $0 }
/^  / { n++ }
!is_told && /^  / && !/^                         [^ ]/ && !/^  (-., |    )--[^ ]+$/ && !/^  (-., |    )--[^ ]+ +[^ ]/ {
  print command ": neither option nor text: " $0 }
/^  (-., |    )--[^ ]+ / && substr($0, 24, 3) !~ /^  [^ ]/ { print command ": text elsewhere: " $0 }
/^  (-., |    )--[^ ]+$/ && length < 24 { print command ": there is room beside " $0 }
is_told && /^  [^ ]/ && length > 26 && substr($0, 24, 3) ~ /^[^ ]  / { print command ": text elsewhere: " $0 }
END { if (n < 4) print command ": no options" }
