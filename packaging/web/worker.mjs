/* worker.mjs - runs the program in a worker of a browser. */
import { serve } from "./remote.mjs";

serve (message => self.postMessage (message), act => self.addEventListener ("message", event => act (event.data)));
