/* open.mjs - what is dropped, also folders; what is pasted, made a treebank; and the examples. */
import { sentenceOf } from "./sentence.mjs";

const COLUMNS_OF_TEXT = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC".split (" ");

/* What of a folder is opened. */
export const isTreebank = ({ name }) => /\.(conll[a-z0-9]*|psd|mrg|brackets)(\.gz)?$/i.test (name);

const answered = act => new Promise ((resolve, reject) => act (resolve, reject));

/* Chromium gives a page from a disk no entries of a folder, but handles; Firefox has no handles. */
const isFolder = one => one?.isDirectory ?? one?.kind == "directory",
  fileOf = async one => one.getFile ? withHandle (await one.getFile (), one) : answered ((resolve, reject) => one.file (resolve, reject));

async function partsOf (folder)
{
  const parts = [];
  if (folder.values) {
    for await (const one of folder.values ())
      parts.push (one);
    return parts;
  }
  const reader = folder.createReader ();
  /* A reader gives some hundred at a time, and in the end none. */
  for (let some = null; some?.length != 0; parts.push (...some))
    some = await answered ((resolve, reject) => reader.readEntries (resolve, reject));
  return parts;
}

/* The files of an entry or a handle, of a file or a folder, in the order of their names. */
async function filesBelow (one)
{
  if (!isFolder (one))
    return [await fileOf (one)];
  const files = [];
  for (const part of (await partsOf (one)).sort ((a, b) => a.name < b.name ? -1 : 1))
    if (isFolder (part) || isTreebank (part))
      files.push (...await filesBelow (part));
  return files;
}

/* Files by which a page can write; the browser gives these for what it lets a page write. */
const handles = new WeakMap ();
export const handleOf = file => handles.get (file) ?? null;
const withHandle = (file, handle) => {
  if (handle?.createWritable)
    handles.set (file, handle);
  return file;
};

/* Files that the user chooses, where the browser lets a page write them; null where it does not. */
export async function chosenFiles ()
{
  try {
    const chosen = await window.showOpenFilePicker ({ multiple: true, id: "treebanks" });
    return Promise.all (chosen.map (async handle => withHandle (await handle.getFile (), handle)));
  } catch (error) {
    if (error.name == "AbortError")
      return [];
    throw error;
  }
}

/* Items can be asked only before anything is waited for. */
export async function droppedFiles (transfer)
{
  const items = [...transfer.items], plain = [...transfer.files], entries = items.map (item => item.webkitGetAsEntry?.()),
    asked = items.map (item => item.getAsFileSystemHandle?.().catch (() => null)), handles = location.protocol == "file:" && asked;
  if (!entries.some (isFolder)) {
    const given = await Promise.all (asked);
    return plain.map ((file, i) => withHandle (file, given.length == plain.length ? given[i] : null));
  }
  const dropped = await Promise.all (entries.map (async (entry, i) => await handles?.[i] ?? entry));
  return (await Promise.all (dropped.filter (one => one).map (filesBelow))).flat ();
}

/* Text of a page has blanks where the file has tabs: lines of ten fields get them back. */
function withTabs (text)
{
  return text.split (/\r?\n/).map (line => {
    const fields = line.trim ().split (/\s+/);
    return !line.includes ("\t") && /^\d+([-.]\d+)?$/.test (fields[0]) && fields.length == 10 ? fields.join ("\t") : line;
  }).join ("\n");
}

const MOST_OF_PROSE = 1 << 24; /* bytes */

/* A file of plain text is made sentences, as if it were pasted; all others are opened as they are. Gives { name, blob }. */
export async function withoutProse (file)
{
  const { name, size } = file, text = /\.txt$/i.test (name) && size <= MOST_OF_PROSE ? (await file.text ()).replace (/^\ufeff/, "") : "";
  return text.trim () == "" || /[\0\ufffd]/.test (text) || isAnnotated (text) ? { name, blob: file }
    : { name: name.replace (/\.txt$/i, ".conllu"), blob: new Blob ([pasted (text).text]) };
}

/* Whether a text is brackets or has lines of CoNLL-U, also with blanks for tabs. */
const isAnnotated = text => /^\s*\(/.test (text) || /^\d+([-.]\d+)?\t/m.test (withTabs (text)) || /^#/.test (text);

/* Gives { name, text } for what was pasted: CoNLL-U, brackets, or a sentence a line. */
export function pasted (text)
{
  if (/^\s*\(/.test (text))
    return { name: "pasted.psd", text: text + "\n" };
  if (isAnnotated (text))
    return { name: "pasted.conllu", text: withTabs (text).trim () + "\n\n" };
  return { name: "pasted.conllu", text: text.trim ().split (/\n+/).filter (line => line.trim () != "")
    .map ((line, i) => sentenceOf (line, i + 1, COLUMNS_OF_TEXT)).join ("") };
}
