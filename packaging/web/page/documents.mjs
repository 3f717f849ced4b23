/* documents.mjs - the treebanks that are open, with their edits. Edits that are not saved are kept in the browser's database, with
 * the file that they are of, so that a page that crashed or was closed gives them back.
 *
 * One tab owns a document: the one that edits it holds a Web Lock by its key, until it closes the document or is closed itself, also by a
 * crash. In other tabs the document is read only. These follow it: each edit is announced on a channel once it is in the database.
 * Where a browser has no locks, as on a server without HTTPS, every tab takes itself for the owner.
 */
const FILES = "files", EDITS = "edits"; /* a file is written by its first edit, and again where it is missing; its edits by each */
const lockOf = key => `tbk ${key}`;

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

/* What was edited and not saved, the newest first: { key, name, n, time, downloaded, isOpen }; isOpen: a tab has it. */
export const keptEdits = async () => {
  const held = new Set ((await navigator.locks?.query ())?.held.map (({ name }) => name));
  return inDatabase (async (files, edits) => {
    const keys = await answer (edits.getAllKeys ()), all = await answer (edits.getAll ());
    return all.map (({ name, done, time, downloaded }, i) => ({ key: keys[i], name, n: done.length, time, downloaded, isOpen: held.has (lockOf (keys[i])) })).sort ((a, b) => b.time - a.time);
  });
};

const forget = key => inDatabase ((files, edits) => {
  files.delete (key);
  edits.delete (key);
});

/* Forgets what was handed over as a download and offered once since; called once a page. */
export async function forgetDownloads ()
{
  for (const { key, downloaded, isOpen } of await keptEdits ())
    if (downloaded && !isOpen) {
      const { isOffered } = await editsOf (key) ?? {};
      if (isOffered)
        await forgetEdits (key);
      else
        await inDatabase (async (files, edits) => edits.put ({ ...await answer (edits.get (key)), isOffered: true }, key));
    }
}

/* Forgets edits that no tab has; returns whether no tab had them. */
export const forgetEdits = key => !navigator.locks ? forget (key).then (() => true)
  : navigator.locks.request (lockOf (key), { ifAvailable: true }, lock => lock != null && forget (key).then (() => true));

/* The edits of a document as they are kept, and with its file; null where they are not. */
const editsOf = key => inDatabase ((files, edits) => answer (edits.get (key)));
export async function keptDocument (key)
{
  const [blob, record] = await inDatabase (async (files, edits) => [await answer (files.get (key)), await answer (edits.get (key))]);
  return blob && record ? new Document (record.name, blob, key).take (record) : null;
}

/* A document of the key was edited: told to all other tabs. */
let channel = null;
export function onEdited (act)
{
  channel = new BroadcastChannel ("tbk");
  channel.onmessage = ({ data: key }) => act (key);
}

/* A file of the disk is the same one in each tab. All else, such as text that was pasted, is a document of its own. */
const keyOf = ({ name, size, lastModified }) => lastModified ? `${name} ${size} ${lastModified}` : `${Date.now ()}-${Math.random ()}`;

const redoing = ({ number, after, from }) => ({ number, count: from, text: after });

let nDocuments = 0;

export class Document {
  constructor (name, blob, key = keyOf (blob))
  {
    /* handle, stamp: its file, where the browser lets a page write it, and the size and time that it had; downloaded: the name under which it
     * was handed over; done, undone: { what, changes: [{ number, before, after, from, to }] }, where the text before is of `from` sentences, the one after of
     * `to`, and each change is of what those before it made; saved: the last edit that was saved, null where it is none: that very one, not how many there were; release: ends the lock of the owner; isRead: another tab owns
     * it; isOver: it was closed here. */
    Object.assign (this, { id: ++nDocuments, key, name, label: name, blob, info: null, done: [],
      undone: [], saved: null, handle: null, stamp: null, downloaded: null, isKept: false, writing: Promise.resolve (), release: null, isRead: false, isOver: false });
  }

  /* Takes edits over, as they are kept. */
  take ({ done, undone, handle, stamp })
  {
    return Object.assign (this, { done, undone, handle, stamp, isKept: true });
  }

  /* Takes them over from the tab that owns the document. */
  async follow ()
  {
    const record = await editsOf (this.key);
    if (record)
      this.take (record);
  }

  /* Makes this tab the owner, if no other tab is; returns whether it is. */
  own ()
  {
    return this.release ? true : this.ask ({ ifAvailable: true });
  }

  /* Waits until the tab that owns the document is closed; resolves when this one is the owner in its place. */
  inherit ()
  {
    this.isRead = true;
    return this.ask ({});
  }

  ask (options)
  {
    return new Promise ((resolve, reject) => {
      const held = lock => {
        if (lock == null || this.isOver)
          return resolve (false);
        this.isRead = false;
        return new Promise (release => {
          this.release = release;
          resolve (true);
        });
      };
      if (navigator.locks)
        navigator.locks.request (lockOf (this.key), options, held).catch (reject);
      else
        held ({});
    });
  }

  /* Closes the document here, without its edits if it is this tab's. */
  async close ()
  {
    this.isOver = true;
    await this.writing;
    if (this.release)
      await forget (this.key);
    this.release?.();
  }

  get lastEdit () { return this.done.at (-1) ?? null; }
  get isSaved () { return this.isRead || this.lastEdit == this.saved; }

  record (edit)
  {
    this.done.push (edit);
    this.undone = [];
  }

  /* All that was done to the file, for one who reads it anew: texts in place of `count` sentences. */
  get edits () { return this.done.flatMap (({ changes }) => changes.map (redoing)); }

  /* What has to be changed to undo the last edit, or to redo the one that was undone last. */
  changesOf (isUndo)
  {
    const changes = (isUndo ? this.done : this.undone).at (-1)?.changes;
    return isUndo ? changes && [...changes].reverse ().map (({ number, before, to }) => ({ number, count: to, text: before })) : changes?.map (redoing);
  }

  travel (isUndo)
  {
    if (isUndo)
      this.undone.push (this.done.pop ());
    else
      this.done.push (this.undone.pop ());
  }

  /* It was saved; where it was handed over as a download, nobody knows. */
  save (downloaded = null)
  {
    Object.assign (this, { saved: this.lastEdit, isSavedOnce: true, downloaded });
  }

  /* Keeps the edits, or forgets them where they are saved; those that were handed over stay until the page is opened again. One write waits
   * for the other. Edits of the same file that a closed page has
   * left stay beside them, under a key of their own. */
  keep ()
  {
    const { key, name, isSaved, downloaded, handle, stamp } = this;
    if (!this.release)
      return this.writing;
    this.writing = this.writing.catch (() => {}).then (async () => {
      if (isSaved && !(downloaded && this.done.length > 0)) {
        if (this.isKept)
          await forget (key);
        this.isKept = false;
        return;
      }
      const record = { name, done: this.done, undone: this.undone, handle, stamp, downloaded: isSaved ? downloaded : null, time: Date.now () };
      await inDatabase (async (files, edits) => {
        const left = this.isKept ? null : await answer (edits.get (key));
        if (left) {
          files.put (await answer (files.get (key)), `${key} ${left.time}`);
          edits.put (left, `${key} ${left.time}`);
        }
        if (await answer (files.getKey (key)) == null)
          files.put (this.blob, key);
        edits.put (record, key);
      });
      this.isKept = true;
      channel?.postMessage (key);
    });
    return this.writing;
  }
}
