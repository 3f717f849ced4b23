/* details.mjs - what the file says of a word in a drawing, where one points at it, or has chosen it with the arrow keys. */
import { element } from "./dom.mjs";
import { parseWords } from "./words.mjs";

const SHOWN = ["LEMMA", "UPOS", "XPOS", "FEATS", "DEPREL", "DEPS", "MISC"];

/* Shows details of the words in the figures of a list. */
export function showDetails (app, list)
{
  const box = element ("div", { class: "details", role: "status", hidden: true }), texts = new Map ();
  let isWanted = null, version = null;
  document.body.append (box);

  /* Sentences that were edited are asked for again. */
  async function wordsOf (number)
  {
    if (version != app.edition ())
      texts.clear ();
    version = app.edition ();
    if (!texts.has (number))
      texts.set (number, app.client.call ("sentence", { number }).then (text => parseWords (text, app.info.places).words));
    return texts.get (number);
  }

  const hide = () => {
    isWanted = null;
    box.hidden = true;
    list.querySelectorAll (".pointed").forEach (one => one.classList.remove ("pointed"));
  };

  async function show (word)
  {
    const figure = word.closest ("figure.tree[data-number]"), svg = word.closest ("svg"), all = figure ? [...svg.querySelectorAll ("g.word")] : [];
    if (!figure || !app.info.places)
      return;
    isWanted = word;
    const words = await wordsOf (Number (figure.dataset.number)).catch (() => []), n = words.length - 1, at = n > 0 ? all.indexOf (word) % n + 1 : 0;
    if (isWanted != word || !words[at])
      return;
    list.querySelectorAll (".pointed").forEach (one => one.classList.remove ("pointed"));
    word.classList.add ("pointed");
    const { fields, form, head } = words[at], names = app.info.names;
    box.replaceChildren (element ("strong", { dir: "auto" }, `${at} ${form}`), element ("dl", {}, ...[["HEAD", head > 0 ? `${head} ${words[head]?.form ?? ""}` : "0, the root"],
      ...SHOWN.map (name => [name, fields[names.indexOf (name)] ?? "_"])].filter (([, value]) => value != "_")
      .flatMap (([name, value]) => [element ("dt", {}, name), element ("dd", { dir: "auto" }, value.replaceAll ("|", " | "))])));
    box.hidden = false;
    const place = word.getBoundingClientRect (), { width, height } = box.getBoundingClientRect ();
    box.style.left = `${Math.max (4, Math.min (place.left, innerWidth - width - 12))}px`;
    box.style.top = `${place.bottom + height + 8 < innerHeight ? place.bottom + 6 : Math.max (4, place.top - height - 6)}px`;
  }

  list.addEventListener ("pointerover", event => {
    const word = event.target.closest?.("g.word");
    if (word)
      show (word);
    else
      hide ();
  });
  list.addEventListener ("pointerleave", hide);
  list.addEventListener ("focusout", hide);
  addEventListener ("scroll", hide, { passive: true });
  list.addEventListener ("keydown", event => {
    const svg = event.target.matches ("figure.tree > .wide, figure.tree .wide") ? event.target.querySelector ("svg.tree") : null;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key], words = svg ? [...svg.querySelectorAll ("g.word")] : [];
    if (event.key == "Escape")
      hide ();
    if (!step || words.length == 0 || event.target.closest (".editor"))
      return;
    event.preventDefault ();
    const at = words.indexOf (isWanted), by = svg.classList.contains ("mirrored") ? -step : step;
    const next = words[at < 0 ? 0 : Math.max (0, Math.min (words.length - 1, at + by))];
    next.scrollIntoView ({ block: "nearest", inline: "nearest" });
    show (next);
  });
}
