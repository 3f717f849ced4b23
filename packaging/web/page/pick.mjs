/* pick.mjs - a box over the editor: a value is chosen by typing its beginning, or a text is written. */
import { element, button } from "./dom.mjs";

const MOST_SHOWN = 60;
let nBoxes = 0;

/* What the typed letters lead to: first what begins with them, then what has them, each in the order that is given; and at the end what
 * was typed itself, where it is none of them. A letter that is typed again leads to the next one that begins with it. */
function matches (offered, typed)
{
  const small = typed.toLocaleLowerCase (), at = ({ value }, letters) => value.toLocaleLowerCase ().indexOf (letters);
  const found = [...offered.filter (one => one.value == typed), ...offered.filter (one => one.value != typed && at (one, small) == 0), ...offered.filter (one => at (one, small) > 0)];
  const isSame = small.length > 1 && [...small].every (letter => letter == small[0]), next = isSame && found.length == 0 ? offered.filter (one => at (one, small[0]) == 0) : [];
  if (next.length > 0) {
    const turns = (small.length - 1) % next.length;
    return [...next.slice (turns), ...next.slice (0, turns), { value: typed, isNew: true }];
  }
  return typed == "" || found[0]?.value == typed ? found : [...found, { value: typed, isNew: true }];
}

/* What Enter chooses. value: what there is. */
export const bestOf = (offered, typed, value) => typed == "" ? value : matches (offered, typed)[0].value;

/* Opens the box at a place of the part that holds it. offered: what may be chosen, { value, n }, or nothing for text; value: what there is;
 * typed: letters that are there already; isClosed: letters with which only one of them begins choose it; acts: more buttons for text, by
 * their names. act is called with what was chosen, and with the name of the button or, where letters did, with LETTERS; leave where
 * nothing was. */
export const LETTERS = "letters";
export function pick (part, { label, value, typed = "", isClosed = false, offered = null, place: { x, y }, acts = [], act, leave })
{
  const id = `pick-${++nBoxes}`, isList = offered != null;
  const input = element ("input", { "aria-label": label, autocomplete: "off", spellcheck: "false", dir: "auto", size: isList ? 14 : Math.max (14, value.length + 4),
    ...isList ? { role: "combobox", "aria-expanded": "true", "aria-controls": id, "aria-autocomplete": "list", placeholder: value } : {} });
  const list = element ("ul", { role: "listbox", id, "aria-label": label }), box = element ("div", { class: "pick" }, element ("p", {}, label), input, ...isList ? [list] : [],
    ...acts.length > 0 ? [element ("p", { class: "actions" }, ...acts.map ((name, i) => button (i == 0 ? `${name} (Enter)` : name, () => end (input.value.trim (), name))))] : []);
  let shown = [], at = 0, isOver = false;

  const end = (chosen, name) => {
    if (isOver)
      return;
    isOver = true;
    box.remove ();
    if (chosen == null)
      leave ();
    else
      act (chosen, name);
  };

  function show ()
  {
    shown = matches (offered, input.value.trim ()).slice (0, MOST_SHOWN);
    at = input.value == "" ? Math.max (0, shown.findIndex (one => one.value == value)) : 0;
    list.replaceChildren (...shown.map ((one, i) => element ("li", { role: "option", id: `${id}-${i}`, onpointerdown: event => {
      event.preventDefault ();
      end (one.value);
    } }, element ("bdi", {}, one.value), element ("small", {}, one.isNew ? " new" : one.n > 0 ? ` ${one.n.toLocaleString ("en")}` : ""))));
    mark ();
  }
  function mark ()
  {
    [...list.children].forEach ((one, i) => one.setAttribute ("aria-selected", i == at));
    input.setAttribute ("aria-activedescendant", `${id}-${at}`);
    list.children[at]?.scrollIntoView ({ block: "nearest" });
  }

  function close ()
  {
    const small = input.value.toLocaleLowerCase (), left = isClosed && small != "" ? offered.filter (one => one.value.toLocaleLowerCase ().startsWith (small)) : [];
    if (left.length == 1)
      end (left[0].value, LETTERS);
  }

  input.addEventListener ("keydown", event => {
    const step = isList ? { ArrowDown: 1, ArrowUp: -1 }[event.key] : 0;
    if (step)
      at = Math.max (0, Math.min (shown.length - 1, at + step));
    else if (event.key == "Enter" || (event.key == "Tab" && isList && !event.shiftKey))
      end (isList ? shown[at]?.value ?? value : input.value.trim (), acts[0]);
    else if (event.key == "Escape")
      end (null);
    else
      return;
    event.preventDefault ();
    event.stopPropagation ();
    if (step)
      mark ();
  });
  /* Who goes elsewhere leaves it. */
  box.addEventListener ("focusout", event => { if (!box.contains (event.relatedTarget)) end (null); });
  part.append (box);
  if (isList) {
    input.addEventListener ("input", () => {
      show ();
      close ();
    });
    input.value = typed;
    show ();
  } else
    input.value = value;
  box.style.left = `${Math.max (4, Math.min (x - 40, part.clientWidth - box.offsetWidth - 4))}px`;
  box.style.top = `${y}px`;
  input.focus ({ preventScroll: true });
  if (typed == "")
    input.select ();
  box.scrollIntoView ({ block: "nearest" });
  close ();
}
