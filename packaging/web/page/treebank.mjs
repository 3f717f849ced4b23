/* treebank.mjs - a treebank in memory: its bytes, where its sentences begin, and the sentences that were edited.
 *
 * Sentences are numbered from 1, as the program numbers them. Where each begins is found here, so that some can be given to the
 * program without the others; what they hold is for the program alone.
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
    Object.assign (this, this.find (bytes, isCut));
    this.n = this.starts.length;
    this.edits = new Map ();
    this.whole = bytes;
  }

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
    const places = Object.fromEntries (["ID", "FORM", "LEMMA", "UPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"].map (name => [name, this.names.indexOf (name)]));
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

  /* The sent_id of each sentence; null where one has none, or one occurs twice. */
  ids ()
  {
    const all = [], text = new TextDecoder ();
    for (let number = 1; number <= this.n; number++) {
      const bytes = this.sentence (number);
      let end = 0;
      while (bytes[end] == HASH && (end = bytes.indexOf (NEW_LINE, end) + 1) > 0);
      const found = /^#\s*sent_id\s*=\s*(\S.*?)\s*$/m.exec (text.decode (bytes.subarray (0, end)));
      if (!found)
        return null;
      all.push (found[1]);
    }
    return new Set (all).size == this.n ? all : null;
  }

  sentence (number)
  {
    return this.edits.get (number) ?? this.bytes.subarray (this.starts.all[number - 1], this.ends.all[number - 1]);
  }

  /* Other bytes for a sentence, which stays one. Those behind it move where it has more lines or fewer. */
  edit (number, bytes)
  {
    const { starts: { length }, words } = this.find (bytes);
    if (length != 1 || (this.kind == CONLLU && words.all[0] == 0))
      throw new Error (`found ${length > 1 ? `${length} sentences` : "no sentence with a word"}, expected one sentence with a word`);
    if (number == 1 && !new TextDecoder ().decode (bytes).startsWith (this.head))
      throw new Error ("found another first line, expected that which names the columns of all sentences");
    const more = linesOf (bytes) - linesOf (this.sentence (number));
    for (let i = number; more != 0 && i < this.n; i++)
      this.lines.all[i] += more;
    if (this.kind == CONLLU)
      this.words.all[number - 1] = words.all[0];
    this.edits.set (number, bytes);
    this.whole = null;
  }

  /* All bytes, with what was edited; put together once after an edit. */
  all ()
  {
    if (this.whole == null) {
      const parts = [];
      let at = 0;
      for (const number of [...this.edits.keys ()].sort ((a, b) => a - b)) {
        parts.push (this.bytes.subarray (at, this.starts.all[number - 1]), this.edits.get (number));
        at = this.ends.all[number - 1];
      }
      parts.push (this.bytes.subarray (at));
      this.whole = join (parts);
    }
    return this.whole;
  }

  /* The bytes of some sentences, and a function that finds the line in the file for a line in these bytes. */
  take (numbers)
  {
    const parts = [], blank = new Uint8Array ([NEW_LINE]), begins = [];
    let line = 1;
    if (this.head != "" && numbers[0] != 1) {
      parts.push (new TextEncoder ().encode (this.head + "\n"));
      line++;
    }
    for (const number of numbers) {
      const bytes = this.sentence (number);
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
