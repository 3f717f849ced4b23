/* steps.mjs - the tab of steps: a parser builds the tree of a sentence, with what every other step would cost. */
import { element, button, choice, messagesBox, pageOf, partOf, save, stem } from "./dom.mjs";
import { walkSteps } from "./scripts.mjs";

/* What a text book has: the arc-eager parser whose arcs are made by LA and RA. */
const USUAL = "arc-eager", USUAL_OF_PHRASES = "in-order";

/* The names that `tbk help systems` lists, those with an oracle; what they are comes first. */
function systemsOf (text, isPhrase)
{
  const part = text.split (/^For phrase structure:\n/m)[isPhrase ? 1 : 0] ?? "";
  return [...part.matchAll (/^ {2}([a-z][a-z0-9-]*) {2,}(.*)$/gm)]
    .map (([, name, gloss]) => [name, gloss.startsWith (name) && name != USUAL ? gloss : `${gloss} (${name})`]);
}

/* What the keys of transitions stand for, by what `tbk help systems` says: "left_arc", or a sentence. X and k in a key stand for
 * a label and a number.
 */
const namesOf = help => [...(help.split (/^Transitions.*:\n/m)[1] ?? "").split ("\n\n")[0].matchAll (/^ {2}([A-Z]\S*) +(.*)$/gm)]
  .map (([, key, name]) => ({ key: new RegExp (`^${key.replace ("-X", "-(?<X>.+?)").replace ("-k", "-(?<k>\\d+)")}$`),
    name: name.replace (/ \(if .*\)$/, "").replaceAll ("_", " ") }));

function nameOf (names, key)
{
  for (const one of names) {
    const found = one.key.exec (key);
    if (found)
      return one.name.replace (/\b[Xk]\b/g, part => found.groups?.[part] ?? part);
  }
  return "";
}

/* Buttons of transitions say their whole names, also those of the steps that follow. */
function nameButtons (result, names)
{
  for (const one of result.querySelectorAll (".moves button:not([aria-label])")) {
    const name = nameOf (names, one.dataset.key), [key, ...more] = [...one.children].map (part => part.textContent);
    if (name) {
      one.title = [name, one.title].filter (text => text).join (". ");
      const isWhole = key.toLowerCase ().replaceAll ("-", " ") == name;
      /* What is read out begins with what is seen: the parts side by side. */
      one.append (...[...one.children].flatMap (part => [part, " "]));
      one.setAttribute ("aria-label", [key, ...more.filter (text => text.trim ())].join (" ") + (isWhole ? "" : `, ${name}`));
    }
  }
}

export function stepsPanel (app, panel)
{
  let number = 1, system = "", systems = null, kind, numbers = null; /* numbers: of the sentences that meet the query, null for all */
  const result = element ("div"), known = new Map (); /* names of transitions, by the system */
  let names = [];
  new MutationObserver (() => nameButtons (result, names)).observe (result, { childList: true, subtree: true });

  /* A number as it is, or the next one that can be chosen, else the last one. */
  const nearest = wanted => numbers ? numbers.find (one => one >= wanted) ?? numbers.at (-1) : Math.max (1, Math.min (app.info.n, wanted));

  async function show ()
  {
    await app.work (result, async () => {
      const { text, messages } = await app.client.call ("runOn",
        { words: ["steps", "--format=html", `--system=${system}`], numbers: [number] });
      if (!known.has (system))
        known.set (system, namesOf (await app.client.call ("help", { words: ["help", "systems", system] })));
      names = known.get (system);
      const page = pageOf (text), section = page.querySelector ("section.steps");
      if (!section)
        throw new Error (messages || "no steps");
      const heading = section.querySelector ("h2");
      heading.textContent = heading.textContent.replace (/(sentence|tree) 1 of /, `$1 ${number} of `);
      const intro = [...page.querySelectorAll ("main > p")];
      result.replaceChildren (...messagesBox (messages), ...intro.map (part => document.adoptNode (part)),
        document.adoptNode (section),
        element ("p", { class: "saves" }, button ("Save page (HTML)",
          () => save (`${stem (app.info.name)}-${number}.${system}.html`, text, "text/html")), " ",
          button ("Save transitions (JSON lines)",
            () => app.work (null, async () => save (`${stem (app.info.name)}-${number}.${system}.jsonl`,
            (await app.client.call ("runOn", { words: ["transitions", `--system=${system}`], numbers: [number] })).text)))));
      walkSteps (partOf (result));
    });
  }

  return {
    forget () { number = 1; },
    number: () => number,
    choose (chosen) { number = chosen; },
    async show ()
    {
      const help = systems ?? await app.client.call ("help", { words: ["help", "systems"] });
      systems = help;
      const isPhrase = app.info.kind == "brackets", all = systemsOf (help, isPhrase);
      if (kind != app.info.kind)
        system = isPhrase ? USUAL_OF_PHRASES : USUAL;
      kind = app.info.kind;
      numbers = await app.search.numbers ();
      if (numbers?.length == 0) {
        panel.replaceChildren (...messagesBox ("No sentence meets the query."));
        return;
      }
      number = nearest (number);
      const place = element ("input", { type: "number", min: 1, max: app.info.n, value: number, class: "short",
        onchange: event => {
        number = nearest (Math.floor (event.target.value));
        place.value = number;
        show ().then (app.notePlace);
      } });
      const by = step => () => {
        place.value = numbers ? numbers[numbers.indexOf (number) + step] ?? number : number + step;
        place.dispatchEvent (new Event ("change"));
      };
      panel.replaceChildren (element ("p", { class: "controls" },
        element ("label", {}, isPhrase ? "Tree " : "Sentence ", place, ` of ${app.info.n.toLocaleString ("en")}`, ...numbers ? [`; ${numbers.length.toLocaleString ("en")} of them can be chosen here`] : []),
        button ("←", by (-1), { "aria-label": "Sentence before" }), button ("→", by (1), { "aria-label": "Next sentence" }),
        choice ("Parser", all, value => { system = value; show (); }, system).label), result);
      await show ();
    }
  };
}
