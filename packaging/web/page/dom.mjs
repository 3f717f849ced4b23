/* dom.mjs - elements, the drawings out of the program's pages, and saving. */
export const byId = id => document.getElementById (id);

/* An element with attributes and children. A function among the attributes is a listener: onclick. */
export function element (name, attributes = {}, ...children)
{
  const made = document.createElement (name);
  for (const [key, value] of Object.entries (attributes))
    if (typeof value == "function")
      made.addEventListener (key.slice (2), value);
    else if (value !== false && value != null)
      made.setAttribute (key, value === true ? "" : value);
  made.append (...children);
  return made;
}

export function drawn (name, attributes = {}, ...children)
{
  const made = document.createElementNS ("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries (attributes))
    made.setAttribute (key, value);
  made.append (...children);
  return made;
}

export const button = (text, act, attributes = {}) => element ("button", { type: "button", onclick: act, ...attributes }, ...[text].flat ());

/* What leads to the page before and to the next one, of n things; to: makes what a press does. Nothing for one page. */
export const PER_PAGE = 50;
export const pageButtons = (page, n, to, between, per = PER_PAGE) => n <= per ? [] : [
  button ("← Previous", to (page - 1), { disabled: page == 0 }), " ", ...between, " ",
  button ("Next →", to (page + 1), { disabled: (page + 1) * per >= n })];

/* A box to choose from; options are [value, text]. */
export function choice (label, options, act, value)
{
  const select = element ("select", { onchange: () => act (select.value) },
    ...options.map (([key, text]) => new Option (text, key, false, key == value)));
  return { select, label: element ("label", {}, label + " ", select) };
}

export const count = (n, one, many = one + "s") => `${n.toLocaleString ("en")} ${n == 1 ? one : many}`;

/* The program's page as a document, without its style, which this page has itself. Scripts in it do not run. */
export function pageOf (html)
{
  const page = new DOMParser ().parseFromString (html.replace (/<style>[^<]*<\/style>/g, ""), "text/html");
  for (const place of page.querySelectorAll ("figure[id]")) {
    place.removeAttribute ("id");
    for (const link of place.querySelectorAll ("a[href^='#']"))
      link.replaceWith (...link.childNodes);
  }
  return page;
}

/* What a script of the program's pages sees where it stands in a part of this page. What it listened to in that part before
 * is over.
 */
const listening = new WeakMap ();
export function partOf (root)
{
  listening.get (root)?.abort ();
  const control = new AbortController (), listen = target => (type, act) =>
    target.addEventListener (type, act, { signal: control.signal });
  listening.set (root, control);
  return {
    addEventListener: listen (window),
    document: {
      querySelectorAll: what => root.querySelectorAll (what),
      createElement: name => document.createElement (name),
      createElementNS: (space, name) => document.createElementNS (space, name),
      addEventListener: listen (root),
      get activeElement () { return document.activeElement; }
    }
  };
}

/* Offers data as a file of the name. */
export function save (name, data, type = "text/plain;charset=utf-8")
{
  const address = URL.createObjectURL (new Blob ([data], { type }));
  const link = element ("a", { href: address, download: name });
  document.body.append (link);
  link.click ();
  link.remove ();
  setTimeout (() => URL.revokeObjectURL (address), 60000);
}

/* The name of a treebank without its ending; and with something before its ending, once; it gets an ending where it has none. */
const ENDING = /\.(conll[a-z0-9]*|psd|mrg|brackets|txt)$/i;
export const stem = name => name.replace (/\.gz$/i, "").replace (ENDING, "") || "treebank";
export const nameWith = ({ name, kind }, what) =>
  `${stem (name).replace (new RegExp (`\\.${what}$`), "")}.${what}${ENDING.exec (name)?.[0] ?? (kind == "brackets" ? ".psd" : ".conllu")}`;

/* A drawing as a document of its own, with the colours of light pages. */
export function svgText (svg, style)
{
  const copy = svg.cloneNode (true), [width, height] = [svg.getAttribute ("width"), svg.getAttribute ("height")];
  copy.prepend (drawn ("style", {}, style), drawn ("rect", { class: "paper", width, height }));
  for (const one of copy.querySelectorAll (".hold, .target, .band"))
    one.remove ();
  return new XMLSerializer ().serializeToString (copy) + "\n";
}

/* A drawing as a picture, twice as large as on the screen. */
export async function pngOf (text)
{
  const image = new Image ();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent (text)}`;
  await image.decode ();
  const canvas = element ("canvas", { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext ("2d").drawImage (image, 0, 0, canvas.width, canvas.height);
  return new Promise ((resolve, reject) => canvas.toBlob (blob => blob ? resolve (blob) : reject (new Error ("the picture is too large; save SVG")), "image/png"));
}

/* A button that copies what make gives, and says so: { text }, or { picture }, a promise of a picture. */
export const copyButton = (app, label, make, attributes = {}) => {
  const pressed = button (label, () => app.work (null, async () => {
    const { text, picture } = await make ();
    await (picture ? navigator.clipboard.write ([new ClipboardItem ({ "image/png": picture })]) : navigator.clipboard.writeText (text));
    pressed.textContent = "Copied";
    setTimeout (() => { pressed.textContent = label; }, 2000);
  }), attributes);
  return pressed;
};

/* Messages of the program name options and commands, where the page has a box and buttons. */
const OF_PAGE = [[/; 'tbk repair' makes trees/g, "; the button 'Make it a tree' makes it one"], [/, which 'tbk parse' makes/g, ": press 'Edit' to attach its words"],
  [/; run 'tbk restore' first/g, "; the page cannot restore them, the program on the command line can"], [/[;.] 'tbk help [^']*'[^;.]*/g, ""], [/; 'tbk check' says why/g, "; the tab 'Check' says why"],
  [/no sentence meets the conditions/g, "no sentence meets the query"], [/--where selects sentences, and all their words count;.*/g, "the query selects sentences, and all their words count"]];
const inPage = text => OF_PAGE.reduce ((all, [of, by]) => all.replace (of, by), text);

/* What the program said, in a box; nothing for nothing. */
export function messagesBox (messages)
{
  if (!messages)
    return [];
  const lines = messages.split ("\n");
  return [element ("div", { class: "note messages", role: "status" },
    ...lines.slice (0, 20).map (line => element ("p", { dir: "auto" }, inPage (line.replace (/^tbk [a-z]+: /, "")))),
    ...lines.length > 20 ? [element ("p", {}, `and ${lines.length - 20} more`)] : [])];
}
