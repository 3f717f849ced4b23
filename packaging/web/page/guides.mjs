/* guides.mjs - the guides in the page: a box over it that shows one at a time, first that of the tab. */
import { byId, element, button, choice } from "./dom.mjs";
import { GUIDES } from "./scripts.mjs";

const FIRST = "guides/browser";
const OF_TABS = { statistics: "guides/measure-word-order", choices: "glossary", check: "guides/clean-a-treebank", steps: "systems" };

/* tabOf: gives the name of the tab that is shown, or nothing. */
export function makeGuides (tabOf)
{
  const text = element ("article"), close = button ("Close", () => box.close ()),
    chosen = choice ("Guide", Object.entries (GUIDES).map (([name, { title }]) => [name, title]), name => show (name), FIRST);
  const box = element ("dialog", { "aria-label": "Guides", id: "guides" }, element ("p", { class: "controls" }, chosen.label, close), text);

  function show (name, part)
  {
    chosen.select.value = name;
    text.replaceChildren (...new DOMParser ().parseFromString (GUIDES[name].html, "text/html").body.childNodes);
    if (!box.open)
      box.showModal ();
    box.scrollTop = 0;
    if (part)
      document.getElementById ("guide-" + part)?.scrollIntoView ();
  }

  text.addEventListener ("click", event => {
    const link = event.target.closest ("a[data-guide]");
    if (link) {
      event.preventDefault ();
      show (link.dataset.guide, link.dataset.part);
    }
  });
  document.body.append (box);
  byId ("help").hidden = Object.keys (GUIDES).length == 0;
  byId ("help").onclick = () => show (OF_TABS[tabOf ()] ?? FIRST);
}
