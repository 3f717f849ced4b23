/* documents.mjs - the treebanks that are open, with their edits. Edits that are not saved are kept in the browser's database, with
 * the file that they are of, so that a page that crashed or was closed gives them back.
 */
const FILES = "files", EDITS = "edits"; /* a file is written once, by its first edit; its edits by each */

const answer = request => new Promise ((resolve, reject) => {
  request.onsuccess = () => resolve (request.result);
  request.onerror = () => reject (request.error);
});

let database = null;
function openDatabase ()
{
  const request = indexedDB.open ("tbk", 1);
  request.onupgradeneeded = () => [FILES, EDITS].forEach (name => request.result.createObjectStore (name));
  return answer (request);
}

/* Calls act with both stores; returns what it returns once all is written. */
async function inDatabase (act)
{
  database ??= openDatabase ();
  const transaction = (await database).transaction ([FILES, EDITS], "readwrite");
  const isOver = new Promise ((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject (transaction.error);
  });
  const [result] = await Promise.all ([act (transaction.objectStore (FILES), transaction.objectStore (EDITS)), isOver]);
  return result;
}

/* What was edited and not saved, the newest first: { key, name, n, time }. */
export const keptEdits = () => inDatabase (async (files, edits) => {
  const keys = await answer (edits.getAllKeys ()), all = await answer (edits.getAll ());
  return all.map (({ name, done, time }, i) => ({ key: keys[i], name, n: done.length, time })).sort ((a, b) => b.time - a.time);
});

export const forgetEdits = key => inDatabase ((files, edits) => {
  files.delete (key);
  edits.delete (key);
});

/* A document with the edits that were kept. Its own are kept by another key. */
export async function restoredDocument (key)
{
  const [blob, { name, edits, done, undone }] = await inDatabase (async (files, all) => [await answer (files.get (key)), await answer (all.get (key))]);
  return Object.assign (new Document (name, blob), { edits: new Map (edits), done, undone });
}

let nDocuments = 0;

export class Document {
  constructor (name, blob)
  {
    /* edits: text by the number of the sentence; done, undone: { what, changes: [{ number, before, after }] }; saved: the last edit that was
     * saved, null where it is none: that very one, not how many there were. */
    Object.assign (this, { id: ++nDocuments, key: `${Date.now ()}-${Math.random ()}`, name, blob, info: null, edits: new Map (), done: [],
      undone: [], saved: null, isSavedOnce: false, isKept: false, writing: Promise.resolve () });
  }

  get lastEdit () { return this.done.at (-1) ?? null; }
  get isSaved () { return this.lastEdit == this.saved; }

  record (edit)
  {
    this.done.push (edit);
    this.undone = [];
    edit.changes.forEach (({ number, after }) => this.edits.set (number, after));
  }

  /* What has to be changed to undo the last edit, or to redo the one that was undone last. */
  changesOf (isUndo)
  {
    const changes = (isUndo ? this.done : this.undone).at (-1)?.changes;
    return changes?.map (({ number, before, after }) => ({ number, text: isUndo ? before : after }));
  }

  travel (isUndo)
  {
    this.changesOf (isUndo).forEach (({ number, text }) => this.edits.set (number, text));
    if (isUndo)
      this.undone.push (this.done.pop ());
    else
      this.done.push (this.undone.pop ());
  }

  save ()
  {
    this.saved = this.lastEdit;
    this.isSavedOnce = true;
  }

  /* Keeps the edits, or forgets them where they are saved. One write waits for the other. */
  keep ()
  {
    const { key, name, isSaved } = this;
    this.writing = this.writing.catch (() => {}).then (async () => {
      if (isSaved) {
        if (this.isKept)
          await forgetEdits (key);
        this.isKept = false;
        return;
      }
      const record = { name, edits: [...this.edits], done: this.done, undone: this.undone, time: Date.now () };
      await inDatabase ((files, edits) => {
        if (!this.isKept)
          files.put (this.blob, key);
        edits.put (record, key);
      });
      this.isKept = true;
    });
    return this.writing;
  }
}
