/** Files by their path; a path that does not begin with / is below the folder that the program runs in. */
export type Files = { [path: string]: string | Uint8Array };

/** What a run of the program gave. */
export interface Outcome {
  /** 0: done; 1: some data are wrong, or check found something; 2: wrong usage; 3: a file is missing, or memory ran out. */
  status: number;
  /** Those that the program wrote or changed below its folder. */
  files: { [path: string]: Uint8Array };
  stdout: Uint8Array;
  /** The messages, as those of the command line: FILE:LINE: what was found, what was expected. */
  stderr: string;
}

/**
 * Reads treebanks (CoNLL-U or brackets, also compressed by gzip, told apart by their suffix) and gives what the command writes,
 * as text. Options are those of the command line, as "--nonprojective". Rejects with a TbkError where the status is not 0.
 */
export type Command = (files: Files, options?: string[]) => Promise<string>;

export interface Tbk {
  /** Runs the program with these arguments, of which the first is the command, over files in memory. */
  run (args: string[], files?: Files, options?: { input?: string | Uint8Array; folder?: string; environment?: { [name: string]: string } }): Promise<Outcome>;
  convert: Command;
  filter: Command;
  projectivize: Command;
  restore: Command;
  choices: Command;
  stats: Command;
  /** stats --lengths: lengths and crossings of arcs */
  lengths: Command;
  /** stats --classes: how many trees are outside each class, as planar or well-nested */
  classes: Command;
  /** Findings do not reject. */
  check: Command;
  show: Command;
  /** show --steps: the steps of a parser that builds each tree, with what every other step would cost */
  steps: Command;
  /** transitions: those that build each tree */
  transitions: Command;
  /** The first file is gold. */
  evaluate: Command;
  /** Values of transitions, a line for each record: lines of JSON. */
  oracle (records: string, options?: string[]): Promise<string>;
  /** Parses with a model that `tbk train` made. */
  parse (model: Uint8Array, files: Files, options?: string[]): Promise<string>;
}

export class TbkError extends Error {
  status: number;
}

/** Compiles the module once, by default that of tbk.wasm beside this file. Each call of a function runs in memory of its own. */
export function load (source?: Uint8Array | ArrayBuffer | WebAssembly.Module): Promise<Tbk>;
