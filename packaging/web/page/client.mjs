/* client.mjs - calls of the worker. It is ended to break a call off, or when it died; the next call opens the file that is chosen
 * again in another one, with what was edited, and the second one of a comparison.
 */
export class Cancelled extends Error {}

export class Client {
  /* makeWorker: gives a new worker; wasm: a promise of the program's bytes */
  constructor (makeWorker, wasm)
  {
    Object.assign (this, { makeWorker, wasm, chosen: null, other: null, present: new Set (), calls: new Map (), number: 0, onBusy: () => {}, onCounted: () => {} });
    this.start ();
  }

  start ()
  {
    this.worker = this.makeWorker ();
    this.worker.onmessage = ({ data }) => this.receive (data);
    this.worker.onerror = event => {
      event.preventDefault ();
      this.restart (new Error (`the worker stopped, perhaps since memory ran out (a page has at most 4 GB): `
        + (event.message ?? "")));
    };
    this.ready = this.wasm.then (wasm => this.send ("begin", { wasm }, {}));
    this.ready.catch (() => {});
    this.present.clear ();
    this.isLost = false;
  }

  /* Ends the worker; what waits for it is rejected. */
  restart (error)
  {
    this.worker.terminate ();
    const waiting = [...this.calls.values ()];
    this.calls.clear ();
    this.start ();
    this.isLost = this.other != null;
    waiting.forEach (call => call.reject (error));
    this.onBusy (this.calls.size > 0);
  }

  cancel () { this.restart (new Cancelled ("cancelled")); }

  receive ({ id, result, error, progress, first, counted })
  {
    if (counted)
      this.onCounted (counted);
    const call = this.calls.get (id);
    if (!call)
      return;
    if (progress != null)
      call.onProgress?.(progress);
    else if (first != null)
      call.onFirst?.(first);
    else {
      this.calls.delete (id);
      this.onBusy (this.calls.size > 0);
      if (error != null)
        call.reject (new Error (error));
      else
        call.resolve (result);
    }
  }

  send (name, args, events)
  {
    return new Promise ((resolve, reject) => {
      const id = ++this.number;
      this.calls.set (id, { resolve, reject, ...events });
      this.onBusy (true);
      this.worker.postMessage ({ id, name, args });
    });
  }

  /* Opens a document, and says what is in it. first: how its first sentences are drawn while it is being read, if they are. */
  async open ({ id, name, blob, edits }, events = {}, first = null)
  {
    await this.ready;
    const info = await this.send ("open", { id, name, blob, first, edits }, events);
    this.present.add (id);
    return info;
  }

  /* From here on calls are about this document. */
  async choose (document, events = {})
  {
    await this.ready;
    if (!this.present.has (document.id))
      await this.open (document, events);
    await this.send ("choose", { id: document.id }, events);
    this.chosen = document;
  }

  async close (document)
  {
    await this.send ("close", { id: document.id }, {});
    this.present.delete (document.id);
  }

  /* A command on several documents, each in a folder named by its id. */
  async runFiles (words, documents, events = {})
  {
    await this.ready;
    for (const document of documents)
      if (!this.present.has (document.id))
        await this.open (document, events);
    return this.call ("runFiles", { words, ids: documents.map (({ id }) => id) }, events);
  }

  async call (name, args = {}, events = {})
  {
    await this.ready;
    if (this.chosen && !this.present.has (this.chosen.id))
      await this.choose (this.chosen, events);
    if (this.isLost && !["openOther", "makeOther"].includes (name)) {
      this.isLost = false;
      await this.send (this.other.name, this.other.args, events);
    }
    const result = await this.send (name, args, events);
    if (["openOther", "makeOther"].includes (name)) {
      this.other = { name, args };
      this.isLost = false;
    }
    return result;
  }
}
