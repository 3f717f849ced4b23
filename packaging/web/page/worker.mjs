/* worker.mjs - the thread that holds the treebanks and runs the program on them. The page sends { id, name, args }; each call is
 * answered by one { id, result } or { id, error }, before it perhaps by { id, progress } or { id, first }. Calls wait for each
 * other. The page ends this thread to break one off.
 */
import { compile, programOf } from "../program.mjs";
import { join } from "../bytes.mjs";
import { Treebank, CONLLU, withLines, withLineColumn } from "./treebank.mjs";
import { countValues } from "./count.mjs";
import { parseWords, withHeads, extraArcs, nonprojective } from "./words.mjs";

const MOST_BYTES = 2 ** 30, MOST_DRAWN_WORDS = 1000;
const treebanks = { one: null, other: null }, opened = new Map (); /* by their role; and by the ids of documents */
const utf8 = new TextEncoder (), text8 = new TextDecoder (),
  exactly = new TextDecoder ("utf-8", { fatal: true, ignoreBOM: true });
let program = null;

const post = (message, transfer = []) => self.postMessage (message, transfer);
const mapValues = (object, act) => Object.fromEntries (Object.entries (object).map (([key, value]) => [key, act (value)]));
const clean = name => name.replaceAll ("/", "_") || "treebank";

/* A page of the program with all its drawings in their places: beyond the first they are packed (src/report/parts.c). */
const PACKET = /<script type="text\/plain" class="drawings">(.*?)<\/script>\n/g;
async function unpacked (html)
{
  const drawings = [];
  for (const [, letters] of html.matchAll (PACKET)) {
    const packed = new Blob ([Uint8Array.from (atob (letters), letter => letter.charCodeAt (0))]);
    const text = await new Response (packed.stream ().pipeThrough (new DecompressionStream ("deflate"))).text ();
    drawings.push (...text.split (/(?<=<\/svg>)\n/).slice (0, -1));
  }
  return html.replace (PACKET, "").replace (/<span class="packed"[^>]*><\/span>/g, () => drawings.shift ());
}

/* Runs a command. Messages of the program are lines of { messages }; status above 1 or no output of a wrong file rejects. */
async function runProgram (words, files, { linesOf = {} } = {})
{
  const outcome = await program.run (words, files), messages = withLines (outcome.stderr.trim (), linesOf);
  const page = words.includes ("--format=html") ? await unpacked (text8.decode (outcome.stdout)) : null;
  return { status: outcome.status, text: () => page ?? text8.decode (outcome.stdout), bytes: outcome.stdout, files: outcome.files,
    messages };
}

/* Arguments that hold for each treebank. */
const format = treebank => treebank.kind == CONLLU ? [] : ["--input=brackets"];

function must (outcome)
{
  if (outcome.status > 1 || (outcome.status == 1 && outcome.bytes.length == 0))
    throw new Error (outcome.messages);
  return outcome;
}

class TooLarge extends Error {}

/* Reads a file, through gzip if need be, and tells of the first sentences as soon as they are there. */
async function read ({ name, blob, first }, tell)
{
  const magic = new Uint8Array (await blob.slice (0, 6).arrayBuffer ()), isPacked = magic[0] == 0x1f && magic[1] == 0x8b;
  let nRead = 0, stream = blob.stream ().pipeThrough (new TransformStream ({
    transform (chunk, controller)
    {
      nRead += chunk.length;
      controller.enqueue (chunk);
    }
  }));
  if (isPacked)
    stream = stream.pipeThrough (new DecompressionStream ("gzip"));
  const reader = stream.getReader (), parts = [];
  let length = 0, isFirst = first != null, told = 0;
  for (;;) {
    const { value, done } = await reader.read ();
    if (done)
      break;
    parts.push (value);
    length += value.length;
    if (length > MOST_BYTES)
      throw new TooLarge (`${name}: more than 1 GB of text; the program on the command line has no such limit`);
    if (isFirst && length > 16384) {
      const begun = new Treebank (name, join (parts), true);
      if (begun.n >= 5 || length > 262144) {
        isFirst = false;
        if (begun.n > 0) {
          const numbers = Array.from ({ length: Math.min (begun.n, 10) }, (_, i) => i + 1);
          tell ({ first: { name, kind: begun.kind, ...await drawNumbers (begun, numbers, first) } });
        }
      }
    }
    if (nRead - told > 2 ** 21)
      tell ({ progress: (told = nRead) / blob.size });
  }
  return join (parts);
}

/* Gives the treebank of a file, with its edits. */
async function open (given, tell)
{
  const name = clean (given.name), plain = name.replace (/\.gz$/i, "");
  let bytes;
  try {
    bytes = await read ({ ...given, name: plain }, tell);
  } catch (error) {
    if (error instanceof TooLarge)
      throw error;
    /* The stream is not whole, or has several parts, or the browser cannot unpack: the program reads it, or has the message. */
    const file = { [name]: new Uint8Array (await given.blob.arrayBuffer ()) };
    bytes = must (await runProgram (["filter", "--quiet", "--on-error=pass", "--", name], file)).bytes;
  }
  const treebank = new Treebank (plain, bytes);
  if (treebank.n == 0) {
    const { messages } = await runProgram (["stats", "--quiet", ...format (treebank), "--", plain], { [plain]: bytes });
    throw new Error (messages || `${plain}: found no sentence`);
  }
  /* What is no text at all is refused; of bad sentences the tabs tell. */
  const begun = await runProgram (["filter", "--quiet", "--max=1", "--on-error=pass", ...format (treebank), "--", plain], { [plain]: bytes });
  if (begun.status > 0 && begun.bytes.length == 0)
    throw new Error (begun.messages);
  for (const { number, count, text } of given.edits ?? [])
    treebank.edit (number, utf8.encode (text), count);
  return treebank;
}

const infoOf = ({ name, kind, n, nWords, places, names }) => ({ name, kind, n, nWords, places, names });

/* Draws sentences as figures of pages, `parts`, each with the numbers of those that the program saw. Sentences of very many words are named,
 * not drawn. found: a query, whose words are marked: sentences that do not meet it (any more) are a part of their own. So are those
 * in which words have no head yet; `open` has these words by the number of the sentence, and those that are not projective as far as that is
 * known. They are drawn as roots. */
async function drawNumbers (treebank, numbers, { projectivized, width, found = "" })
{
  const isDrawn = number => treebank.wordsOf (number) <= MOST_DRAWN_WORDS, drawn = numbers.filter (isDrawn), isTree = treebank.kind == CONLLU, { places } = treebank;
  const long = numbers.filter (number => !isDrawn (number)).map (number => ({ number, words: treebank.wordsOf (number) }));
  const made = { numbers: drawn, long, parts: [], graphs: {}, messages: "" }, bare = ["show", "--quiet", "--format=html", "--on-error=skip", ...format (treebank), ...isTree && width ? [`--width=${width}`] : []],
    words = [...bare, ...isTree && projectivized ? ["--projectivized"] : []];
  let missing = drawn;
  const draw = async (words, own, textOf) => {
    const wanted = missing, { bytes, lineOf } = treebank.take (wanted, textOf), outcome = await runProgram ([...words, "--", treebank.name], { [treebank.name]: bytes }, { linesOf: { [treebank.name]: lineOf } });
    if (outcome.status > 1)
      throw new Error (outcome.messages);
    const html = outcome.text (), met = new Set ([...html.matchAll (/<figcaption[^]*?(?:sentence|tree) (\d+) of /g)].map (([, place]) => wanted[place - 1]));
    if (met.size > 0 || !textOf)
      made.parts.push ({ numbers: wanted, html, ...own });
    missing = wanted.filter (number => !met.has (number));
    return outcome.messages;
  };
  if (drawn.length > 0)
    made.messages = await draw ([...words, ...query (found)]);
  if (found != "" && missing.length > 0)
    made.messages = await draw (words);
  if (places != null) {
    const texts = new Map (drawn.map (number => [number, text8.decode (treebank.sentence (number))])), open = {}, left = missing;
    for (const number of missing) {
      const parsed = parseWords (texts.get (number), places), headless = parsed.words.map ((word, i) => word && parsed.words[i].fields[places.HEAD] == "_" ? i : 0).filter (i => i > 0);
      if (headless.length > 0)
        [open[number], texts[number]] = [{ words: headless, nonprojective: [...nonprojective (parsed.words.map (word => word ? word.head : -1))] }, utf8.encode (withHeads (parsed, headless.map (word => [word, 0])))];
    }
    missing = missing.filter (number => open[number]);
    if (missing.length > 0) {
      await draw (bare, { open }, number => texts[number]);
      const shown = new Set (left.filter (number => open[number] && !missing.includes (number))), lines = new RegExp (`:(\\d+): `);
      made.messages = made.messages.split ("\n").filter (line => !shown.has (treebank.numberAt (Number (lines.exec (line)?.[1]))) && !line.endsWith (": no tree was drawn")).join ("\n");
    }
    for (const [number, text] of texts) {
      const arcs = extraArcs (text, places);
      if (arcs.length > 0)
        made.graphs[number] = arcs;
    }
  }
  return made;
}

const numbersOf = treebank => Array.from ({ length: treebank.n }, (_, i) => i + 1);

const query = where => where ? [`--where=${where}`] : [];

/* The sentences that the program reads, and that meet a query: { numbers, messages }. */
async function find (treebank, where)
{
  const outcome = must (await runProgram (["stats", "--quiet", "--by=sentence", "--on-error=skip", ...query (where), "--", treebank.name],
    { [treebank.name]: treebank.all () }));
  return { numbers: outcome.text ().split ("\n").slice (1, -1).map (row => Number (row.split ("\t", 2)[1])), messages: outcome.messages };
}

/* The same of trees in brackets, which the program does not number: it writes those that meet the query, byte for byte as they are. */
async function findPhrases (treebank, where)
{
  const outcome = await runProgram (["filter", "--quiet", "--on-error=skip", "--where=words>0", ...format (treebank), ...query (where), "--", treebank.name], { [treebank.name]: treebank.all () });
  if (outcome.status > 1)
    throw new Error (outcome.messages);
  const met = new Treebank (treebank.name, outcome.bytes), textOf = (one, number) => text8.decode (one.sentence (number));
  let next = 1;
  return { numbers: numbersOf (treebank).filter (number => next <= met.n && textOf (treebank, number) == textOf (met, next) && next++), messages: outcome.messages };
}

/* A function that gives the sentence of the other file for one of this file, as the program pairs them: by sent_id where all sentences
 * have one, none occurs twice in a file, and the files have some in common; else in order. */
function partnerOf ({ one, other })
{
  const own = one.ids (), places = own && new Map ((other.ids () ?? []).map ((id, i) => [id, i + 1]));
  return own?.some (id => places.has (id)) ? number => places.get (own[number - 1]) : number => number <= other.n ? number : undefined;
}

/* Two treebanks of one name cannot lie in one folder. */
function names ()
{
  const { one, other } = treebanks;
  return [one.name, one.name == other.name ? `other/${other.name}` : other.name];
}

/* Counts the values of columns beside what else is asked for, and tells them in the end. */
async function countBeside (id, treebank)
{
  const counting = countValues (treebank);
  let part;
  do {
    await new Promise (resolve => setTimeout (resolve, 0));
    part = counting.next ();
  } while (!part.done && opened.get (id) == treebank);
  if (part.done)
    post ({ counted: { id, ...part.value } });
}

const calls = {
  async begin ({ wasm })
  {
    program = programOf (await compile (wasm));
  },
  async open (given, tell)
  {
    const treebank = await open (given, tell);
    opened.set (given.id, treebank);
    countBeside (given.id, treebank);
    return infoOf (treebank);
  },
  async openOther (given, tell)
  {
    treebanks.other = await open (given, tell);
    return infoOf (treebanks.other);
  },
  choose ({ id }) { treebanks.one = opened.get (id); },
  close ({ id }) { opened.delete (id); },
  draw: ({ numbers, ...options }) => drawNumbers (treebanks.one, numbers, options),
  /* The sentences that meet a query; without one all. */
  async filter ({ where })
  {
    const { one } = treebanks;
    return where == "" ? { numbers: numbersOf (one), messages: "" } : one.kind == CONLLU ? find (one, where) : findPhrases (one, where);
  },

  /* A command on the treebank, as it stands, or on its sentences that meet a query: its output and messages. */
  async run ({ words, where })
  {
    const { one } = treebanks;
    const outcome = must (await runProgram ([...words, "--quiet", ...format (one), ...query (where), "--on-error=skip", "--", one.name], { [one.name]: one.all () }));
    return { text: outcome.text (), messages: outcome.messages };
  },
  async runFiles ({ words, ids })
  {
    const files = Object.fromEntries (ids.map (id => [`${id}/${opened.get (id).name}`, opened.get (id).all ()]));
    const outcome = must (await runProgram ([...words, "--quiet", "--on-error=skip", "--", ...Object.keys (files)], files));
    return { text: outcome.text (), messages: outcome.messages };
  },
  /* The same on some sentences. */
  async runOn ({ words, numbers })
  {
    const { one } = treebanks, { bytes, lineOf } = one.take (numbers);
    const outcome = must (await runProgram ([...words, "--quiet", ...format (one), "--", one.name], { [one.name]: bytes },
      { linesOf: { [one.name]: lineOf } }));
    /* Findings name lines as well, and lines of what is not well formed begin with their numbers. */
    const moved = (_, before, line) => before + lineOf (Number (line));
    return { text: outcome.text ().replace (/(<li[^>]*><strong>[^<]*<\/strong>, line )(\d+)/g, moved)
      .replace (/<pre>[^]*?<\/pre>/g, lines => lines.replace (/^((?:<mark>)?)(\d+)(?=: )/gm, moved)), messages: outcome.messages };
  },
  /* The bytes that a command writes of a treebank, or of some of its sentences; those that are not well formed as they are. */
  async write ({ words, numbers })
  {
    const { one } = treebanks, bytes = numbers ? one.take (numbers).bytes : one.all ();
    return must (await runProgram ([...words, "--quiet", "--on-error=pass", "--", one.name], { [one.name]: bytes })).bytes;
  },
  /* What `tbk help` says, without a treebank. */
  async help ({ words })
  {
    return (await runProgram (words, {})).text ();
  },
  /* The text of a sentence to edit: bytes that are no text could not come back. */
  sentences: ({ numbers }) => numbers.map (number => calls.sentence ({ number })),
  /* Sentences as tbk repair writes them. One that the program cannot repair is as it was; they are told apart by their places. */
  async repaired ({ words, numbers })
  {
    const { one } = treebanks, made = [...words, "--quiet", "--on-error=pass", "--", one.name];
    const outcome = must (await runProgram (["repair", ...made], { [one.name]: one.take (numbers).bytes })), after = new Treebank (one.name, outcome.bytes);
    if (after.n != numbers.length)
      throw new Error (`${one.name}: ${after.n} sentences were repaired, ${numbers.length} expected`);
    return numbers.map ((_, i) => exactly.decode (after.sentence (i + 1)));
  },
  sentence ({ number, count = 1, hasRest })
  {
    try {
      return exactly.decode (treebanks.one.range (number, count, hasRest));
    } catch {
      throw new Error (`sentence ${number} holds bytes that are not UTF-8, and cannot be edited here`);
    }
  },
  /* The same fields with the arcs of their words moved along, by the rule of the program's library. */
  depsFollow: ({ words }) => program.depsFollow (words),
  /* Puts texts in place of `count` sentences from a number on; says how many sentences each text is, and all. */
  edit ({ changes })
  {
    const { one } = treebanks, to = changes.map (({ number, count, text }) => one.edit (number, utf8.encode (text), count));
    return { to, n: one.n, nWords: one.nWords };
  },
  /* A sent_id that no sentence has: this one with a number behind it. */
  freeId: ({ id }) => treebanks.one.freeId (id),
  /* Sentences in which no word has a head, with trees: all words depend on the first one. */
  bare ()
  {
    const { one } = treebanks, parsed = numbersOf (one).map (number => [number, parseWords (text8.decode (one.sentence (number)), one.places)]);
    return parsed.filter (([, { words }]) => words.length > 1 && words.slice (1).every (({ head }) => Number.isNaN (head)))
      .map (([number, { lines, words, ...rest }]) => ({ number, before: calls.sentence ({ number }), after: withHeads ({ lines, words, ...rest }, words.map ((_, i) => [i, i <= 1 ? 0 : 1])) }));
  },
  /* The bytes of the file, without its edits. */
  original: () => treebanks.one.bytes,
  /* The bytes of all sentences, or of some. */
  bytes: ({ numbers }) => numbers ? treebanks.one.take (numbers).bytes : treebanks.one.all ().slice (),

  /* A treebank of the projective trees, to compare with. */
  async makeOther ()
  {
    const { one } = treebanks, name = one.name.replace (/(\.[^.]*)?$/, ".projective$1");
    treebanks.other = new Treebank (name, await calls.write ({ words: ["projectivize", "--mark=none"] }));
    return { name };
  },
  /* A command on both; and with numbers on these sentences of both. */
  async runBoth ({ words, numbers, isAgainst })
  {
    const { one, other } = treebanks, [first, second] = names ();
    const taken = numbers && { [first]: one.take (numbers), [second]: other.take (numbers.map (partnerOf (treebanks)).filter (number => number)) };
    const given = taken ? mapValues (taken, ({ bytes }) => bytes) : { [first]: one.all (), [second]: other.all () };
    const outcome = must (await runProgram ([...words, "--quiet", ...format (one),
      ...isAgainst ? [`--against=${second}`, "--", first] : ["--", first, second]],
      given, taken ? { linesOf: mapValues (taken, ({ lineOf }) => lineOf) } : {}));
    return { text: taken ? withLineColumn (outcome.text (), taken[first].lineOf) : outcome.text (), messages: outcome.messages };
  },
  /* The sentences that are well formed in both, and by the names of the files those that are not, with what the program tells of
   * them. Null where all are, or none, or where there are not as many in both. */
  async wellFormed ({ only })
  {
    const both = [treebanks.one, treebanks.other], read = [];
    for (const treebank of both) {
      const { numbers, messages } = await find (treebank);
      read.push ({ found: new Set (numbers), messages });
    }
    const all = only ?? numbersOf (both[0]), places = [number => number, partnerOf (treebanks)],
      isGood = (number, i) => read[i].found.has (places[i] (number)), numbers = all.filter (number => isGood (number, 0) && isGood (number, 1));
    if (both[0].n != both[1].n || numbers.length == 0 || numbers.length == all.length)
      return null;
    return { numbers, messages: read.map (({ messages }) => messages).filter (text => text).join ("\n"),
      left: both.map (({ name }, i) => ({ name, numbers: all.filter (number => !isGood (number, i)).map (places[i]) })) };
  },
  /* The sentence of each line. */
  numbersAt: ({ lines }) => lines.map (line => treebanks.one.numberAt (line))
};

/* Calls wait for each other. */
let last = Promise.resolve ();
self.onmessage = ({ data: { id, name, args } }) => {
  last = last.then (async () => {
    try {
      post ({ id, result: await calls[name] (args, event => post ({ id, ...event })) });
    } catch (error) {
      post ({ id, error: error instanceof RangeError ? `memory ran out (a page has at most 4 GB): ${error.message}`
        : error.message });
    }
  });
};
