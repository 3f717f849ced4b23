# count-arcs.awk TREEBANK TREES - for each word: ID of the sentence, number, how many trees of `projectivize --all` there are, and how many keep its arc.
BEGIN { FS = OFS = "\t" }
FNR == NR && /^# sent_id/ { id = $0; word = 0 }
FNR == NR && /^[0-9]+\t/ { gold[id, ++word] = $7 }
FNR == NR { next }
/^# choice/ { split ($0, parts, "/"); number = parts[2] }
/^# sent_id/ { id = $0; word = 0; if (!(id in choices)) order[++n] = id; choices[id] = number }
/^[0-9]+\t/ { kept[id, ++word] += $7 == gold[id, word]; words[id] = word }
END {
  for (i = 1; i <= n; i++)
    for (word = 1; word <= words[order[i]]; word++)
      print substr (order[i], 13), word, choices[order[i]], kept[order[i], word]
}
