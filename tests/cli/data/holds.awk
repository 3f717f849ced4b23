# Compares what holds at each sentence of the second file with what holds there in the first: comments global. by their
# keys, and the document. No comment may be written that holds already, unless the sentence has it in the first file.
BEGIN { RS = ""; FS = "\n" }
FNR == 1 { n_files++; split ("", now); document = "" }
{
  id = ""; split ("", own)
  for (i = 1; i <= NF; i++) {
    line = $i
    sub (/^\357\273\277/, "", line)
    if (line !~ /^#/) continue
    if (line ~ /^# sent_id = /) id = substr (line, 13)
    if (line ~ /^# newdoc/) { document = line; own["newdoc"] = line }
    if (line ~ /^# global\./) {
      key = line; sub (/ *=.*/, "", key)
      now[key] = line; own[key] = line
    }
  }
}
{ state = ""; for (k = 1; k <= 3; k++) { key = "# global.K" k; state = state " " now[key] } state = state " " now["# global.columns"] }
n_files == 1 { at[id] = state; in_document[id] = document; for (key in own) has[id, own[key]] = 1; next }
{
  n++
  if (state != at[id]) { print "WRONG at " id ": " state ", not " at[id]; wrong = 1 }
  if ("newdoc" in own) {
    if (own["newdoc"] != in_document[id]) { print "WRONG: " id " is in " own["newdoc"] ", not " in_document[id]; wrong = 1 }
    if (own["newdoc"] in seen) { print "WRONG: " own["newdoc"] " twice"; wrong = 1 }
    seen[own["newdoc"]] = 1
  }
  for (key in own) if (key ~ /global/ && before[key] == own[key] && !((id, own[key]) in has)) { print "WRONG: " id " repeats " own[key]; wrong = 1 }
  for (key in own) before[key] = own[key]
}
END { if (!wrong) print n " sentences, all is right" }
