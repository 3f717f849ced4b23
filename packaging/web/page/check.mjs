/* check.mjs - the tab of findings: the program's page of them, with the way to edit a sentence. */
import { element, button, messagesBox, pageOf, partOf, save, stem } from "./dom.mjs";
import { parseWords, withColumns } from "./edit.mjs";
import { parseTable } from "./table.mjs";
import { chooseTests, showTrees } from "./scripts.mjs";

export function checkPanel (app, panel)
{
  const result = element ("div");
  let rows = null; /* the findings, once they are asked for */
  const run = (...words) => app.client.call ("run", { words: ["check", "--fail=never", ...words], isFolded: true });

  function saves (html)
  {
    const name = stem (app.info.name), saving = (ending, ...words) => () => app.work (null, async () => save (name + ending, (await run (...words)).text));
    return element ("p", { class: "saves" },
      button ("Save findings (TSV)", saving (".findings.tsv", "--order=suspect")), " ",
      button ("Save page (HTML)", () => save (name + ".findings.html", html, "text/html")), " ",
      button ("Save with all repairs (CoNLL-U)", saving (".repaired.conllu", "--write=repair")));
  }

  /* Gives the words of a sentence the heads that are proposed. */
  async function repair (number, pressed)
  {
    rows ??= await (async () => {
      const table = parseTable ((await run ()).text), lines = table.rows.map (row => Number (table.value (row, "line")));
      const numbers = await app.client.call ("numbersAt", { lines });
      return table.rows.map ((row, i) => ({ number: numbers[i], word: Number (table.value (row, "node")), head: table.value (row, "new_head") }));
    }) ();
    const before = await app.client.call ("sentence", { number }), heads = new Map (rows.filter (row => row.number == number).map (({ word, head }) => [word, head]));
    const after = withColumns (parseWords (before), (columns, word) => { columns[6] = heads.get (word) ?? columns[6]; });
    await app.client.call ("edit", { number, text: after });
    app.record ({ number, before, after }, "check");
    pressed.disabled = true;
    pressed.textContent = "Repaired";
  }

  return {
    async show ()
    {
      rows = null;
      panel.replaceChildren (element ("p", {}, "Words that probably have a wrong head, each with another head for it. With that head fewer arcs are not projective. "
        + "Errors are nearly always wrong, warnings often. Notes are often right as they are: read them last."), result);
      await app.work (result, async () => {
        const { text, messages } = await run ("--format=html"), page = pageOf (text);
        const parts = [...page.querySelectorAll ("fieldset.tests, section.checked, body > p")].filter (part => !/^(Arcs that|What UD)/.test (part.textContent));
        const sections = parts.filter (part => part.matches ("section"));
        result.replaceChildren (...messagesBox (messages), ...sections.length > 0 ? [saves (text)] : [element ("p", {}, "Nothing was found.")],
          ...parts.filter (part => sections.length > 0 || !part.matches ("fieldset")).map (part => document.adoptNode (part)));
        for (const section of sections) {
          const number = Number (/sentence (\d+) of /.exec (section.querySelector ("figcaption").textContent)[1]);
          const repairs = button ("Repair", () => app.work (null, () => repair (number, repairs)), { "aria-label": `Repair sentence ${number}` });
          section.append (element ("p", { class: "actions" }, repairs, button ("Edit", () => app.edit (number), { "aria-label": `Edit sentence ${number}` })));
        }
        chooseTests (partOf (result));
        const listened = partOf (result);
        showTrees (listened);
      });
    }
  };
}
