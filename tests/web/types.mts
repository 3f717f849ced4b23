/* types.mts - uses of the package that its types must admit, and some that they must not. */
import { load, table, TbkError, type Outcome, type Sentence, type Tbk } from "treebank-kit";

const tbk: Tbk = await load (), files = { "a.conllu": "", "b.conllu.gz": new Uint8Array (1) };
const texts: string[] = [
  await tbk.convert (files), await tbk.filter (files, ["--where=not projective"]), await tbk.projectivize (files), await tbk.restore (files), await tbk.repair (files, ["--suggest"]),
  await tbk.choices (files), await tbk.stats (files), await tbk.lengths (files), await tbk.classes (files), await tbk.check (files),
  await tbk.show (files), await tbk.steps (files), await tbk.transitions (files), await tbk.evaluate (files),
  ...await tbk.depsFollow ([["3:obj", "3", "obj", "4", "obj"]]), await tbk.oracle ("{}", []), await tbk.parse (new Uint8Array (1), files)
];
const words: string | undefined = table (texts[0])[0].words;
const [first]: Sentence[] = await tbk.read (files);
const head: number | null = first.words[0].head;
const outcome: Outcome = await tbk.run (["stats"], files, { input: n => new Uint8Array (n), output: (stream: 1 | 2, bytes) => void bytes.length, memory: 1e9 });
const status: number = new TbkError ("", 1).status + outcome.status;
(await load ({ worker: true, wasm: new URL ("file:///tbk.wasm") })).close ();
(await load (new Uint8Array (1))).close ();
// @ts-expect-error: files are no number
await tbk.stats (1);
// @ts-expect-error: a head may be null
const sum: number = first.words[0].head + 1;
// @ts-expect-error: there is no such function
await tbk.train (files);
export { words, head, status, sum };
