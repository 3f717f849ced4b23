/* Searches the sections of all pages. The index is loaded when somebody searches, as a script: pages may come from a disk. */
const input = document.querySelector ('input[type=search]'), found = document.getElementById ('found');
const up = document.body.dataset.up;
const plain = text => text.normalize ('NFD').replace (/\p{M}/gu, '').toLowerCase ();
const wordsOf = text => plain (text).match (/[\p{L}\p{N}_]+/gu) ?? [];
let words = null; /* of each section: those of its page, its heading and its text */

/* How many sections a search lists, and how many of one page. */
const MOST = 20, MOST_OF_A_PAGE = 3;

/* What others spell otherwise, as the pages do. */
const SPELLINGS = {
  labeling: "labelling", labeled: "labelled", unlabeled: "unlabelled", deproj: "deprojectivize", license: "licence", colour: "color",
  cuda: "gpu", ipynb: "jupyter", suppress: "ignore", silence: "ignore", animation: "steps", macos: "mac",
};
const COMMON = new Set (["a", "an", "and", "do", "does", "for", "how", "i", "in", "is", "of", "the", "to", "what", "which", "with"]);
const queryOf = text => {
  const all = wordsOf (text).map (word => SPELLINGS[word] ?? word), rare = all.filter (word => !COMMON.has (word));
  return rare.length ? rare : all;
};

/* A word of the query counts where a word begins with it, and most where a heading has it. */
const count = (section, asked) => section.reduce ((sum, list, i) => {
  const hits = list.filter (word => word.startsWith (asked)).length;
  return sum + (hits ? [12, 30, 1][i] * (list.includes (asked) ? 2 : 1) + Math.min (hits, 5) : 0);
}, 0);

/* The sections with more than half of the words of the query, the best first: [score, number]. Each word that is missing, as of a
 * caption, costs; a word counts the more, the fewer sections have it; and sections of guides count more than those of headers. */
function find (query) {
  const rows = words.map (section => query.map (asked => count (section, asked)));
  const weights = query.map ((_, w) => Math.log (1 + words.length / (rows.filter (row => row[w]).length || 1)));
  return rows.map ((row, i) => [row.reduce ((sum, one, w) => sum + weights[w] * (one || -20), 0) * (1 + sections[i][4] / 3), i])
    .filter (([sum, i]) => sum > 0 && rows[i].filter (one => one).length * 2 > query.length)
    .sort ((a, b) => b[0] - a[0] || a[1] - b[1]);
}

/* Some 160 letters of a text around the first word of the query, with all of these marked. */
function excerpt (text, query) {
  const shown = document.createElement ('p');
  const isHit = word => query.some (asked => plain (word).startsWith (asked));
  const parts = text.split (/([\p{L}\p{N}_]+)/u);
  const first = parts.findIndex ((part, i) => i % 2 && isHit (part));
  const from = Math.max (0, first - 16) & ~1;
  shown.append (from > 0 ? '… ' : '');
  for (let i = from; i < parts.length && shown.textContent.length < 170; i++) {
    if (i % 2 && isHit (parts[i])) {
      const mark = document.createElement ('mark');
      mark.textContent = parts[i];
      shown.append (mark);
    } else {
      shown.append (parts[i].slice (0, 100));
    }
  }
  return shown;
}

function show () {
  const query = queryOf (input.value);
  found.hidden = !query.length;
  if (!query.length || !words)
    return;
  const hits = find (query);
  const title = document.createElement ('h2'), list = document.createElement ('ul');
  title.textContent = hits.length ? `${hits.length} section${hits.length > 1 ? 's' : ''} found` : 'Nothing found';
  const shown = {}; /* of each page: how many of its sections are listed */
  for (const [, i] of hits) {
    const [address, page, heading, text] = sections[i];
    shown[page] = (shown[page] ?? 0) + 1;
    if (shown[page] > MOST_OF_A_PAGE || list.children.length == MOST)
      continue;
    const item = document.createElement ('li'), link = document.createElement ('a');
    link.href = up + address;
    link.textContent = heading ? `${page} › ${heading}` : page;
    link.onclick = () => { found.hidden = true; };
    item.append (link, excerpt (text, query));
    list.append (item);
  }
  found.replaceChildren (title, list);
}

function load () {
  if (document.getElementById ('index'))
    return;
  const script = document.createElement ('script');
  script.id = 'index';
  script.src = up + 'index.js';
  script.onload = () => {
    words = sections.map (section => section.slice (1, 4).map (wordsOf));
    show ();
  };
  document.head.append (script);
}

input.onfocus = load;
input.oninput = () => { load (); show (); };
input.form.onsubmit = event => event.preventDefault ();
addEventListener ('keydown', event => {
  if (event.key == '/' && document.activeElement != input) {
    event.preventDefault ();
    input.focus ();
  } else if (event.key == 'Escape' && document.activeElement == input) {
    input.value = '';
    input.blur ();
    show ();
  }
});
const asked = new URLSearchParams (location.search).get ('q'); /* a link may bring a query */
if (asked) {
  input.value = asked;
  load ();
}

/* The list of pages begins where the page that is shown is in it. */
const list = document.getElementById ('pages'), current = list.querySelector ('[aria-current]');
if (current && getComputedStyle (list).position == 'sticky')
  list.scrollTop = current.offsetTop - list.clientHeight / 3;
