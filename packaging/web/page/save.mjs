/* save.mjs - a treebank is saved into its own file, where a browser has that: that it is saved is known then. Else it is handed over as a
 * download, and nobody tells a page what became of it. */
import { save, nameWith } from "./dom.mjs";

const stampOf = ({ size, lastModified }) => ({ size, lastModified });

/* The file to write a document into: its own, or one that the user chooses; null for a download; undefined where the user chooses none. What
 * the user pressed must call this itself: browsers ask only then. */
export async function fileFor (doc)
{
  if (!window.showSaveFilePicker || doc.isRead)
    return null;
  if (doc.handle && (await doc.handle.requestPermission?.({ mode: "readwrite" }) ?? "granted") == "granted")
    return doc.handle;
  try {
    return await window.showSaveFilePicker ({ suggestedName: doc.info.name, id: "treebanks", ...doc.handle ? { startIn: doc.handle } : {} });
  } catch (error) {
    if (error.name == "AbortError")
      return undefined;
    throw error;
  }
}

/* Writes bytes into the file of a document, unless that was changed elsewhere and the user wants it so; returns whether. A name that ends in
 * .gz means packed bytes. */
export async function writeInto (doc, handle, bytes)
{
  const isOwn = doc.handle && (doc.handle == handle || await doc.handle.isSameEntry (handle)), now = isOwn ? stampOf (await handle.getFile ()) : null;
  if (now && doc.stamp && (now.size != doc.stamp.size || now.lastModified != doc.stamp.lastModified)
    && !confirm (`${handle.name} was changed by another program since it was opened here. Write over it?`))
    return false;
  const stream = await handle.createWritable (), packed = /\.gz$/i.test (handle.name) ? new Blob ([bytes]).stream ().pipeThrough (new CompressionStream ("gzip")) : new Blob ([bytes]).stream ();
  await packed.pipeTo (stream);
  Object.assign (doc, { handle, stamp: stampOf (await handle.getFile ()) });
  return true;
}

/* Hands a document over as a download, under a name of its own where it was edited; returns the name. */
export function download (doc, bytes)
{
  const name = doc.done.length > 0 ? nameWith (doc.info, "edited") : doc.info.name;
  save (name, bytes);
  return name;
}
