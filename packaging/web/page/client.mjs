/* client.mjs - calls of the worker. It is ended to break a call off, or when it died; the next call starts it anew and opens the
 * files again, with what was edited.
 */
export class Cancelled extends Error {}

export class Client {
  /* makeWorker: gives a new worker; wasm: a promise of the program's bytes; edits: those of the first treebank */
  constructor (makeWorker, wasm, edits)
  {
    Object.assign (this, { makeWorker, wasm, edits, opened: {}, calls: new Map (), number: 0, onBusy: () => {} });
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
    this.isLost = false;
  }

  /* Ends the worker; what waits for it is rejected. */
  restart (error)
  {
    this.worker.terminate ();
    const waiting = [...this.calls.values ()];
    this.calls.clear ();
    this.start ();
    this.isLost = Object.keys (this.opened).length > 0;
    waiting.forEach (call => call.reject (error));
    this.onBusy (this.calls.size > 0);
  }

  cancel () { this.restart (new Cancelled ("cancelled")); }

  receive ({ id, result, error, progress, first })
  {
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

  async call (name, args = {}, events = {})
  {
    await this.ready;
    if (this.isLost) {
      this.isLost = false;
      const { one, other } = this.opened;
      if (one && !(name == "open" && args.role == "one"))
        await this.send ("open", { ...one, edits: [...this.edits] }, events);
      if (other && name != "open")
        await (other.isMade ? this.send ("makeOther", {}, events) : this.send ("open", other, events));
    }
    const result = await this.send (name, args, events);
    if (name == "open")
      this.opened[args.role] = args;
    if (name == "makeOther")
      this.opened.other = { isMade: true };
    return result;
  }
}
