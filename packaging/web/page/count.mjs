/* count.mjs - how often the values of some columns occur in a treebank, a part of it at a time: the worker answers calls in between. */
import { CONLLU } from "./treebank.mjs";

const COUNTED = ["UPOS", "XPOS", "DEPREL"], PART = 1 << 19; /* bytes in a row */

/* Returns what there is in the end: how often each value occurs, by column; in how many sentences no word has a head. */
export function* countValues (treebank)
{
  const { names } = treebank, counts = COUNTED.map (() => new Map ()), places = [...COUNTED, "ID", "HEAD"].map (name => names.indexOf (name));
  const [id, head] = places.slice (COUNTED.length), last = Math.max (...places), from = new Uint32Array (last + 1), to = new Uint32Array (last + 1), text = new TextDecoder ();
  const of = (bytes, place) => to[place] - from[place] < 24 && bytes.subarray (from[place], to[place]).every (byte => byte < 128)
    ? String.fromCharCode (...bytes.subarray (from[place], to[place])) : text.decode (bytes.subarray (from[place], to[place]));
  let nBare = 0, size = 0;
  for (let number = 1; treebank.kind == CONLLU && number <= treebank.n; number++) {
    const bytes = treebank.sentence (number);
    let hasHead = false, hasWord = false;
    for (let at = 0, stop; at < bytes.length; at = stop + 1) {
      stop = bytes.indexOf (10, at);
      if (stop < 0)
        stop = bytes.length;
      if (bytes[at] == 35)
        continue;
      let place = 0;
      from[0] = at;
      for (; at < stop && place <= last; at++)
        if (bytes[at] == 9) {
          to[place] = at;
          if (++place <= last)
            from[place] = at + 1;
        }
      if (place <= last)
        to[place++] = stop;
      if (place <= last || !isNumber (bytes, from[id], to[id]))
        continue;
      hasWord = true;
      hasHead ||= head >= 0 && isNumber (bytes, from[head], to[head]);
      counts.forEach ((count, i) => {
        if (places[i] >= 0) {
          const value = of (bytes, places[i]);
          count.set (value, (count.get (value) ?? 0) + 1);
        }
      });
    }
    nBare += hasWord && !hasHead;
    size += bytes.length;
    if (size > PART) {
      size = 0;
      yield;
    }
  }
  counts.forEach (count => count.delete ("_"));
  return { nBare, ...Object.fromEntries (COUNTED.map ((name, i) => [name, counts[i]])) };
}

function isNumber (bytes, from, to)
{
  for (let at = from; at < to; at++)
    if (bytes[at] < 48 || bytes[at] > 57)
      return false;
  return from < to;
}
