/** Files by their path; a path that does not begin with / is below the folder that the program runs in. A path that ends in / is a folder. */
export type Files = { [path: string]: string | Uint8Array };

/** What a run of the program gave. */
export interface Outcome {
  /** 0: done; 1: some data are wrong, or check found something; 2: wrong usage; 3: a file is missing, or memory ran out. */
  status: number;
  /** Those that the program wrote or changed below its folder. */
  files: { [path: string]: Uint8Array };
  /** Empty where an option `output` took it. */
  stdout: Uint8Array;
  /** The messages, as those of the command line: FILE:LINE: what was found, what was expected. Empty where `output` took them. */
  stderr: string;
}

export interface RunOptions {
  /** Standard input: all of it, or, without a worker, a function that gives at most so many bytes, and none at the end. */
  input?: string | Uint8Array | ((length: number) => Uint8Array);
  /** Takes what the program writes to standard output (1) and standard error (2), when it does. */
  output?: (stream: 1 | 2, bytes: Uint8Array) => void;
  /** The folder that the program runs in, by default /treebanks. */
  folder?: string;
  environment?: { [name: string]: string | undefined };
  /** The most bytes of memory, from 16 MB to 4 GB, which is the default. Files and output lie outside of it. */
  memory?: number;
}

/** A word; its head is 0 for the root, null where the treebank has none. The other columns are as in the file, "_" where empty or not there. */
export interface Word {
  id: number;
  form: string;
  lemma: string;
  upos: string;
  xpos: string;
  feats: string;
  head: number | null;
  deprel: string;
  deps: string;
  misc: string;
}

export interface Sentence {
  /** Those of the comments `# sent_id =` and `# text =`. */
  id: string | null;
  text: string | null;
  comments: string[];
  words: Word[];
  /** All lines after the comments, by columns: words, and ranges of words and empty nodes between them. */
  rows: string[][];
}

/**
 * Reads treebanks (CoNLL-U or brackets, also compressed by gzip, told apart by their suffix) and gives what the command writes,
 * as text. Options are those of the command line, as "--where=not projective". Rejects with a TbkError where the status is not 0.
 */
export type Command = (files: Files, options?: string[]) => Promise<string>;

export interface Tbk {
  /** Runs the program with these arguments, of which the first is the command, over files in memory. */
  run (args: string[], files?: Files, options?: RunOptions): Promise<Outcome>;
  /** The sentences of CoNLL-U, CoNLL-U Plus, CoNLL-X or CoNLL 2009. Options select some, as those of filter. Brackets reject. */
  read (files: Files, options?: string[]): Promise<Sentence[]>;
  convert: Command;
  filter: Command;
  projectivize: Command;
  restore: Command;
  repair: Command;
  choices: Command;
  /** A row for each word that meets the expression; with --by their numbers. Rejects if there is none. */
  find (files: Files, expression: string, options?: string[]): Promise<string>;
  stats: Command;
  /** stats --lengths: lengths and crossings of arcs */
  lengths: Command;
  /** stats --classes: how many trees are outside each class, as planar or well-nested */
  classes: Command;
  /** Findings do not reject. */
  check: Command;
  show: Command;
  /** steps: the steps of a parser that builds each tree, with what every other step would cost */
  steps: Command;
  /** transitions: those that build each tree */
  transitions: Command;
  /** The first file is gold. */
  evaluate: Command;
  /** Values of transitions, a line for each record: lines of JSON. */
  oracle (records: string, options?: string[]): Promise<string>;
  /** For fields DEPS, each with HEAD and DEPREL of its word before and now, the fields in which that arc has moved along. */
  depsFollow (words: [deps: string, head: string, deprel: string, newHead: string, newDeprel: string][]): Promise<string[]>;
  /** Parses with a model that `tbk train` made. */
  parse (model: Uint8Array, files: Files, options?: string[]): Promise<string>;
  /** Ends the worker, if there is one. Calls that wait for it reject, and all later ones. */
  close (): void;
}

/** The bytes of tbk.wasm, or its address, or what was compiled of it. */
export type Source = string | URL | Uint8Array | ArrayBuffer | WebAssembly.Module;

/** A worker as browsers and node have it. */
export interface WorkerLike {
  postMessage (message: unknown): void;
  terminate (): unknown;
}

export interface LoadOptions {
  /** By default tbk.wasm beside this file. */
  wasm?: Source;
  /** Whether the program runs in a worker of its own, so that what calls it goes on meanwhile; or a worker that runs treebank-kit/worker. */
  worker?: boolean | WorkerLike;
}

export class TbkError extends Error {
  constructor (message: string, status: number);
  /** As that of an Outcome. */
  status: number;
}

/** The rows of a table that a command wrote as TSV, each by the names of its columns. Numbers stay text, so that all digits stay. */
export function table (tsv: string): { [column: string]: string }[];

/** Compiles the module once. Each call of a function runs in memory of its own; those in a worker run one after the other. */
export function load (given?: Source | LoadOptions): Promise<Tbk>;
