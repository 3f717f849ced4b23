/* treebank.mjs - a treebank in memory: the bytes of its sentences, which are those of the file or of an edit.
 *
 * Sentences are numbered from 1, as the program numbers them. Where each begins is found here, so that some can be given to the
 * program without the others; what they hold is for the program alone. The bytes behind a sentence, before the next one, are blank lines
 * beyond the one that ends it; they stay behind it, whatever becomes of it.
 */
import { join } from "../bytes.mjs";
import { namedColumns, usualColumns } from "../columns.mjs";

export const CONLLU = "conllu", BRACKETS = "brackets";
const MOST_BEFORE_WORDS = 1 << 16; /* bytes of comments before the first word */
const NEW_LINE = 10, RETURN = 13, HASH = 35, OPENED = 40, CLOSED = 41, BLANK = 32, TAB = 9, HYPHEN = 45, POINT = 46;

/* Where the text begins: behind a byte order mark, if there is one. */
const beginOf = bytes => bytes[0] == 0xef && bytes[1] == 0xbb && bytes[2] == 0xbf ? 3 : 0;

/* CoNLL-U and brackets are told apart by the name, else by the first character that is in no comment. */
export function kindOf (name, bytes)
{
  if (/\.(psd|mrg|brackets)(\.gz)?$/i.test (name))
    return BRACKETS;
  if (/\.conll[a-z0-9]*(\.gz)?$/i.test (name))
    return CONLLU;
  let at = beginOf (bytes);
  while (at < bytes.length && (bytes[at] <= BLANK || bytes[at] == HASH))
    if (bytes[at++] == HASH)
      while (at < bytes.length && bytes[at] != NEW_LINE)
        at++;
  return bytes[at] == OPENED ? BRACKETS : CONLLU;
}

class Numbers {
  constructor ()
  {
    this.all = new Uint32Array (1 << 12);
    this.length = 0;
  }
  /* The numbers from a place on that others stand in place of. */
  splice (at, count, others)
  {
    const length = this.length - count + others.length, all = length > this.all.length ? new Uint32Array (2 * length) : this.all;
    if (all != this.all)
      all.set (this.all.subarray (0, at));
    all.set (this.all.subarray (at + count, this.length), at + others.length);
    all.set (others, at);
    Object.assign (this, { all, length });
  }
  push (number)
  {
    if (this.length == this.all.length) {
      const larger = new Uint32Array (2 * this.length);
      larger.set (this.all);
      this.all = larger;
    }
    this.all[this.length++] = number;
  }
}

/* Finds the sentences of CoNLL-U, whose column ID is at the place idPlace: for each its first byte, the one behind its last, its first
 * line, how many words it has. Lines without a word, such as comments alone, are a sentence too, a bad one: the program counts it. */
function findBlocks (bytes, idPlace, isCut = false)
{
  const starts = new Numbers (), ends = new Numbers (), lines = new Numbers (), words = new Numbers ();
  let start = -1, first = 0, nWords = 0, line = 0;
  const end = at => {
    if (start >= 0) {
      starts.push (start), ends.push (at), lines.push (first), words.push (nWords);
      start = -1;
      nWords = 0;
    }
  };
  for (let at = 0; at < bytes.length;) {
    const found = bytes.indexOf (NEW_LINE, at), stop = found < 0 ? bytes.length : found;
    const from = at == 0 ? beginOf (bytes) : at, isBlank = stop == from || (stop == from + 1 && bytes[from] == RETURN);
    line++;
    if (isBlank)
      end (stop + 1);
    else if (start < 0) {
      start = at;
      first = line;
    }
    if (!isBlank && bytes[from] != HASH)
      nWords += isWord (bytes, from, stop, idPlace);
    at = stop + 1;
  }
  if (!isCut)
    end (bytes.length);
  return { starts, ends, lines, words };
}

/* A word has a whole number in the column ID; a line that is none of CoNLL-U counts as well, for the program to tell of. */
function isWord (bytes, at, end, idPlace)
{
  for (let place = 0; at < end; at++)
    if (bytes[at] == TAB && place++ == idPlace)
      return true;
    else if (place == idPlace && (bytes[at] == HYPHEN || bytes[at] == POINT))
      return false;
  return true;
}

/* Leaves that are no words: markup, traces and other empty ones. */
const NO_WORD = /^\s*(ID|CODE|METADATA|-NONE-)\s|\s(0|\*\S*)\s*$/;

/* The same for trees in brackets: each ends with the bracket that closes its first one. Lines that begin with # are comments. */
function findTrees (bytes)
{
  const starts = new Numbers (), ends = new Numbers (), lines = new Numbers (), words = new Numbers ();
  const leafAt = (start, end) => String.fromCharCode (...bytes.subarray (start, Math.min (end, start + 200)));
  let depth = 0, line = 1, nWords = 0, isLineBegun = false, last = 0, from = 0, fromLine = 1, opened = 0;
  for (let at = beginOf (bytes); at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte == HASH && !isLineBegun && depth == 0) {
      while (at < bytes.length && bytes[at] != NEW_LINE)
        at++;
      line++;
    } else if (byte == NEW_LINE) {
      line++;
      isLineBegun = false;
    } else if (byte > BLANK) {
      isLineBegun = true;
      if (byte == OPENED) {
        opened = at + 1;
        if (depth++ == 0) {
          from = at;
          fromLine = line;
          nWords = 0;
        }
      } else if (byte == CLOSED && depth > 0) {
        nWords += last != CLOSED && !NO_WORD.test (leafAt (opened, at));
        if (--depth == 0)
          starts.push (from), ends.push (at + 1), lines.push (fromLine), words.push (nWords);
      }
      last = byte;
    }
  }
  return { starts, ends, lines, words };
}

function linesOf (bytes)
{
  let n = 0;
  for (let at = bytes.indexOf (NEW_LINE); at >= 0; at = bytes.indexOf (NEW_LINE, at + 1))
    n++;
  return n;
}

/* The first of n rising values, at places from 0, that is above a limit; n where there is none. */
function firstAbove (n, valueAt, limit)
{
  let low = 0, high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt (middle) <= limit)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

const zeros = n => Object.assign (new Numbers (), { all: new Uint32Array (n), length: n });

function stopsOf (starts, length)
{
  const stops = zeros (starts.length);
  stops.all.set (starts.all.subarray (1, starts.length));
  if (starts.length > 0)
    stops.all[starts.length - 1] = length;
  return stops;
}

export class Treebank {
  /* isCut: more bytes follow that are not here, so that what stands behind the last sentence is not looked at. */
  constructor (name, bytes, isCut = false)
  {
    this.name = name;
    this.bytes = bytes;
    this.kind = kindOf (name, bytes);
    const named = this.kind == CONLLU ? namedColumns (this.firstLine ()) : null;
    this.head = named ? this.firstLine () : ""; /* the line that names the columns, in CoNLL-U Plus */
    this.names = this.kind == CONLLU ? named ?? this.usualNames () : [];
    const { starts, ends, lines, words } = this.find (bytes, isCut), stops = stopsOf (starts, bytes.length);
    /* Of each sentence: its bytes in one of the sources, the first of which is the file; where the next one begins there; its first line in
     * the treebank; how many words it has. */
    Object.assign (this, { sources: [bytes], source: zeros (starts.length), starts, ends, stops, lines, words });
    Object.assign (this, { begin: starts.all[0], used: [Infinity], free: [], whole: bytes });
  }

  get n () { return this.starts.length; }

  find (bytes, isCut)
  {
    return this.kind == BRACKETS ? findTrees (bytes) : findBlocks (bytes, this.names.indexOf ("ID"), isCut);
  }

  firstLine ()
  {
    const end = this.bytes.indexOf (NEW_LINE);
    return new TextDecoder ().decode (this.bytes.subarray (0, end < 0 ? MOST_BEFORE_WORDS : end)).replace (/\r$/, "");
  }

  /* The names of the columns where no line has them: those of a file whose first word has so many. */
  usualNames ()
  {
    const text = new TextDecoder ().decode (this.bytes.subarray (0, MOST_BEFORE_WORDS));
    return usualColumns (text.split (/\r?\n/).find (line => /^\d+\t/.test (line))?.split ("\t") ?? []);
  }

  /* Where the columns are that an editor needs, -1 where there is none; null where there are no heads to edit. */
  get places ()
  {
    const places = Object.fromEntries (["ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"].map (name => [name, this.names.indexOf (name)]));
    return places.ID >= 0 && places.HEAD >= 0 ? places : null;
  }

  get nWords ()
  {
    let sum = 0;
    for (let i = 0; i < this.n; i++)
      sum += this.words.all[i];
    return sum;
  }

  wordsOf (number) { return this.words.all[number - 1]; }

  /* The sent_id of a sentence, or null. */
  idOf (number)
  {
    const bytes = this.sentence (number);
    let end = 0;
    while (bytes[end] == HASH && (end = bytes.indexOf (NEW_LINE, end) + 1) > 0);
    return /^#\s*sent_id\s*=\s*(\S.*?)\s*$/m.exec (new TextDecoder ().decode (bytes.subarray (0, end)))?.[1] ?? null;
  }

  /* That of each sentence; null where one has none, or one occurs twice. */
  ids ()
  {
    const all = Array.from ({ length: this.n }, (_, i) => this.idOf (i + 1));
    return all.includes (null) || new Set (all).size < this.n ? null : all;
  }

  sentence (number)
  {
    return this.sources[this.source.all[number - 1]].subarray (this.starts.all[number - 1], this.ends.all[number - 1]);
  }

  /* Some sentences in a row, with what is between them; and what is behind the last one, if hasRest. */
  range (number, count, hasRest)
  {
    const parts = [];
    for (let i = number - 1; i < number - 1 + count; i++)
      parts.push (this.sources[this.source.all[i]].subarray (this.starts.all[i], i < number + count - 2 || hasRest ? this.stops.all[i] : this.ends.all[i]));
    return parts.length == 1 ? parts[0] : join (parts);
  }

  /* Other bytes for `count` sentences from a number on; returns how many sentences these are. What is behind the last one stays; where
   * there is none any more, it goes with them. The sentences behind move where there are more lines or fewer. */
  edit (number, bytes, count = 1)
  {
    const found = this.find (bytes), n = found.starts.length, { all: lines } = this.lines;
    if (this.n - count + n == 0 || (this.kind == CONLLU && found.words.all.subarray (0, n).includes (0)))
      throw new Error (`found ${n == 0 ? "no sentence" : "a sentence without a word"}, expected a sentence with a word`);
    if (number == 1 && !new TextDecoder ().decode (n > 0 ? bytes : this.range (1 + count, 1)).startsWith (this.head))
      throw new Error ("found another first line, expected that which names the columns of all sentences");
    const old = this.range (number, count, true), made = n > 0 && count > 0 ? join ([bytes, old.subarray (this.range (number, count).length)]) : bytes,
      first = number <= this.n ? lines[number - 1] : lines[this.n - 1] + linesOf (this.range (this.n, 1, true)), more = linesOf (made) - linesOf (old);
    for (let i = number - 1 + count; more != 0 && i < this.n; i++)
      lines[i] += more;
    const own = this.keep (made, n, number, count), stops = stopsOf (found.starts, made.length);
    if (n > 0)
      found.starts.all[0] = 0;
    const values = { source: zeros (n).all.fill (own), starts: found.starts.all, ends: found.ends.all, stops: stops.all, lines: found.lines.all.map (line => line - 1 + first), words: found.words.all };
    for (const [name, all] of Object.entries (values))
      this[name].splice (number - 1, count, all.subarray (0, n));
    this.whole = null;
    return n;
  }

  /* A source for the bytes of n sentences, in place of those from a number on: sources of which no sentence is left make room. */
  keep (bytes, n, number, count)
  {
    for (const source of this.source.all.subarray (number - 1, number - 1 + count))
      if (--this.used[source] == 0) {
        this.sources[source] = null;
        this.free.push (source);
      }
    if (n == 0)
      return 0;
    const own = this.free.pop () ?? this.sources.length;
    this.sources[own] = bytes;
    this.used[own] = n;
    return own;
  }

  /* All bytes, with what was edited; put together once after an edit. */
  all ()
  {
    if (this.whole == null) {
      const parts = [this.bytes.subarray (0, this.begin)];
      let from = 0;
      for (let i = 1; i <= this.n; i++)
        if (i == this.n || this.source.all[i] != this.source.all[i - 1] || this.starts.all[i] != this.stops.all[i - 1]) {
          parts.push (this.sources[this.source.all[from]].subarray (this.starts.all[from], this.stops.all[i - 1]));
          from = i;
        }
      this.whole = join (parts);
    }
    return this.whole;
  }

  /* The id with the first number behind it of which no sentence has the sent_id. */
  freeId (id)
  {
    this.taken ??= new Set (Array.from ({ length: this.n }, (_, i) => this.idOf (i + 1)));
    let number = 2;
    while (this.taken.has (`${id}-${number}`))
      number++;
    this.taken.add (`${id}-${number}`);
    return `${id}-${number}`;
  }

  /* The bytes of some sentences, or others for them, and a function that finds the line in the file for a line in these bytes. */
  take (numbers, textOf = number => this.sentence (number))
  {
    const parts = [], blank = new Uint8Array ([NEW_LINE]), begins = [];
    let line = 1;
    if (this.head != "" && numbers[0] != 1) {
      parts.push (new TextEncoder ().encode (this.head + "\n"));
      line++;
    }
    for (const number of numbers) {
      const bytes = textOf (number);
      begins.push ([line, this.lines.all[number - 1]]);
      parts.push (bytes);
      line += linesOf (bytes);
      if (bytes[bytes.length - 1] != NEW_LINE || this.kind == BRACKETS) {
        parts.push (blank);
        line++;
      }
    }
    const lineOf = taken => {
      const at = firstAbove (begins.length, i => begins[i][0], taken) - 1;
      return at < 0 ? taken : taken - begins[at][0] + begins[at][1];
    };
    return { bytes: join (parts), lineOf };
  }

  /* The sentence that a line of the file is in. */
  numberAt (line)
  {
    return firstAbove (this.n, i => this.lines.all[i], line);
  }
}

/* Messages with the lines of the treebanks for those of what was taken of them. linesOf: by the name of a file, the line for a line. */
export function withLines (messages, linesOf)
{
  const names = Object.keys (linesOf).sort ((a, b) => b.length - a.length)
    .map (name => name.replace (/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return names.length == 0 ? messages : messages.replace (new RegExp (`(?<![^\\s])(${names.join ("|")}):(\\d+)`, "g"),
    (_, name, line) => `${name}:${linesOf[name] (Number (line))}`);
}

/* A table of the program with the lines of a treebank for those of what was taken of it, in the column `line`. */
export function withLineColumn (tsv, lineOf)
{
  const [head, ...rows] = tsv.split ("\n"), at = head.split ("\t").indexOf ("line");
  const moved = row => row.split ("\t").map ((field, i) => i == at ? lineOf (Number (field)) : field).join ("\t");
  return at < 0 ? tsv : [head, ...rows.map (row => row && moved (row))].join ("\n");
}
