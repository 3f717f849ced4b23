/* Puts drawings that are packed (parts.c) into their places when these come near the window; before printing, all of them. */
const packets = [], places = new Map ();
const unpack = async packet => {
  const bytes = Uint8Array.from (atob (packet.script.textContent), letter => letter.charCodeAt (0));
  const stream = new Blob ([bytes]).stream ().pipeThrough (new DecompressionStream ('deflate'));
  packet.drawings = (await new Response (stream).text ()).split (/(?<=<\/svg>)\n/);
  packet.script.remove ();
};
const opened = packet => packet.opened = packet.opened ?? unpack (packet);
const put = span => {
  const [packet, i] = places.get (span), box = span.parentNode;
  places.delete (span);
  span.outerHTML = packet.drawings[i];
  settle (box);
  dim (box);
};
{
  const spans = [];
  for (const one of document.querySelectorAll ('span.packed, script.drawings'))
    if (one.matches ('span')) {
      spans.push (one);
      one.style.width = `${one.dataset.width}px`;
      one.style.height = `${one.dataset.height}px`;
      one.closest ('figure').style.containIntrinsicBlockSize = `auto ${Number (one.dataset.height) + 100}px`;
    } else {
      const packet = {script: one};
      packets.push (packet);
      spans.splice (0).forEach ((span, i) => places.set (span, [packet, i]));
    }
}
if (packets.length > 0) {
  const near = new IntersectionObserver (seen => {
    for (const {target, isIntersecting} of seen)
      if (isIntersecting) {
        near.unobserve (target);
        opened (places.get (target)[0]).then (() => places.has (target) && put (target));
      }
  }, {rootMargin: '100% 0px'});
  [...places.keys ()].forEach (span => near.observe (span));
  addEventListener ('beforeprint', () => [...places.keys ()].filter (span => places.get (span)[0].drawings).forEach (put));
  /* For that all are unpacked while nothing else is done; texts of 128 MB at most. */
  const prepare = async i => {
    if (i === Math.min (packets.length, 1000))
      return;
    await opened (packets[i]);
    setTimeout (prepare, 20, i + 1);
  };
  addEventListener ('load', () => setTimeout (prepare, 500, 0));
}
/* The name of the file stands once, in the title, if all drawings are of it. */
{
  const links = [...document.querySelectorAll ('figure.tree[id] figcaption a')];
  const named = links.map (link => /^(.*(?:sentence|tree) \d+) of (.*?)( \(outside [^)]*\)|: the first that differs)?$/.exec (link.textContent));
  if (named.every (found => found?.[2] === named[0]?.[2]) && document.querySelector ('h1').textContent.includes (named[0]?.[2]))
    links.forEach ((link, i) => { link.textContent = named[i][1] + (named[i][3] || ''); });
}
/* A table of what is found in sentences, if the page has none, and rows that choose. */
const tables = document.createElement ('section');
const pressKind = () => {
  for (const button of document.querySelectorAll ('.kinds button.kind'))
    button.setAttribute ('aria-pressed', String (button.dataset.kind === kindChoice.value));
};
if (kinds.size > 0 && document.querySelector ('.kinds') === null) {
  const sum = [...kinds.values ()].reduce ((a, b) => a + b, 0);
  const sentences = new Map ();
  for (const figure of figures)
    for (const kind of new Set (kindsOf (figure)))
      sentences.set (kind, (sentences.get (kind) ?? 0) + 1);
  tables.className = 'kinds wide';
  tables.tabIndex = 0;
  tables.innerHTML = `<table><caption>${sum} marked in ${figures.filter (figure => figure.dataset.kinds).length} of ` +
    `${figures.length} sentences</caption><thead><tr><th scope="col">what</th><th scope="col" class="n">times</th>` +
    '<th scope="col" class="n">sentences</th></tr></thead><tbody></tbody></table>';
  for (const [kind, n] of [...kinds].sort ((a, b) => b[1] - a[1])) {
    const row = tables.querySelector ('tbody').insertRow ();
    row.insertCell ().textContent = kind;
    for (const number of [n, sentences.get (kind)])
      Object.assign (row.insertCell (), {className: 'n', textContent: number});
  }
  figures[0].before (tables);
}
for (const row of document.querySelectorAll ('.kinds tbody tr')) {
  const cell = row.cells[0], button = document.createElement ('button');
  if (!kinds.has (cell.textContent))
    continue;
  button.type = 'button';
  button.className = 'kind';
  button.dataset.kind = cell.textContent;
  button.append (...cell.childNodes);
  cell.append (button);
  button.onclick = () => {
    kindChoice.value = kindChoice.value === button.dataset.kind ? '' : button.dataset.kind;
    kindChoice.dispatchEvent (new Event ('change'));
  };
}
pressKind ();
/* Verdicts on findings: what is right as it is becomes a baseline, for tbk check --baseline; what is to be repaired a table with lines and
 * heads, for tbk update --from. The browser keeps them for the page of this title.
 */
let isJudged = () => false;
const findings = [...document.querySelectorAll ('li[data-finding]')];
if (findings.length > 0) {
  const columns = document.querySelector ('.kinds').dataset.columns.split ('\t'), name = `tbk: ${document.title}`;
  let verdicts = {};
  try {
    verdicts = JSON.parse (localStorage.getItem (name)) ?? {};
  } catch { /* storage may be off */ }
  const bar = document.createElement ('p'), status = document.createElement ('output');
  const button = (text, act) => {
    const made = document.createElement ('button');
    made.type = 'button';
    made.textContent = text;
    made.onclick = act;
    return made;
  };
  /* Each name of a column saved, and the column of tbk check that it has: for tbk update the new head is the head. */
  const saved = {accept: columns.filter (column => !/head|line/.test (column)).map (column => [column, column]),
    repair: columns.filter (column => column !== 'head').map (column => [column.replace ('new_', ''), column])};
  const save = verdict => {
    const chosen = findings.map (item => item.dataset.finding).filter (finding => verdicts[finding] === verdict);
    const rows = [saved[verdict].map (([name]) => name),
      ...chosen.map (finding => saved[verdict].map (([, column]) => finding.split ('\t')[columns.indexOf (column)]))];
    const text = rows.map (row => row.join ('\t') + '\n').join ('');
    const link = document.createElement ('a');
    link.href = URL.createObjectURL (new Blob ([text], {type: 'text/tab-separated-values'}));
    link.download = `${verdict}.tsv`;
    link.click ();
    setTimeout (() => URL.revokeObjectURL (link.href), 60000);
  };
  const saves = ['accept', 'repair'].map (verdict => button ('', () => save (verdict)));
  const show = () => {
    const count = verdict => findings.filter (item => verdicts[item.dataset.finding] === verdict).length;
    saves[0].textContent = `Save accepted: ${count ('accept')}`;
    saves[1].textContent = `Save repairs: ${count ('repair')}`;
    saves[0].disabled = count ('accept') === 0;
    saves[1].disabled = count ('repair') === 0;
    status.textContent = `${count ('accept') + count ('repair')} of ${findings.length} judged`;
    for (const item of findings)
      for (const one of item.querySelectorAll ('button'))
        one.setAttribute ('aria-pressed', String (one.textContent === verdicts[item.dataset.finding]));
  };
  const judge = (item, verdict) => {
    verdicts[item.dataset.finding] = verdicts[item.dataset.finding] === verdict ? undefined : verdict;
    try {
      localStorage.setItem (name, JSON.stringify (verdicts));
    } catch { /* nor has it always room */ }
    show ();
    item.closest ('figure').dispatchEvent (new Event ('judged', {bubbles: true}));
  };
  for (const item of findings)
    for (const verdict of item.dataset.finding.endsWith ('\t') ? ['accept'] : ['accept', 'repair'])
      item.append (' ', button (verdict, () => judge (item, verdict)));
  saves[0].title = 'A table for tbk check --baseline: what is right as it is';
  saves[1].title = 'A table of lines, words and new heads';
  bar.className = 'verdicts';
  bar.append (status, ' ', ...saves);
  document.querySelector ('.kinds').after (bar);
  isJudged = figure => [...figure.querySelectorAll ('li[data-finding]')].every (item => verdicts[item.dataset.finding]);
  show ();
}
/* The list at the side: one goes to a sentence by its link, to the next and the one before by buttons and the keys n and p; only
 * those are listed and drawn that have the chosen kind, and the words that are sought in title or text.
 */
if (figures.length > 1) {
  const make = (name, properties, ...children) => {
    const made = Object.assign (document.createElement (name), properties);
    made.append (...children);
    return made;
  };
  const list = make ('ol', {}), status = make ('output', {}), isWide = matchMedia ('(min-width:64rem)');
  const input = make ('input', {type: 'search', placeholder: 'Find in text or ID', ariaLabel: 'Find sentences', title: 'key /'});
  const folded = make ('details', {}, make ('summary', {}, 'Sentences'), input, kindLabel, list);
  const button = (text, name, step) => make ('button', {type: 'button', ariaLabel: `${name} sentence`, title: `${name}, key ${name[0]}`, onclick: () => go (step)}, text);
  const nav = make ('nav', {className: 'parts', ariaLabel: 'Sentences'},
    make ('p', {}, button ('\u2190', 'previous', -1), button ('\u2192', 'next', 1), status), folded);
  const captionOf = figure => figure.querySelector ('figcaption').textContent.trim ();
  const textOf = figure => figure.querySelector (':scope > p[dir]')?.textContent ?? '';
  const entries = figures.map (figure => ({figure}));
  /* Items of the list are made once the page has been painted: thousands of them take as long as all else. */
  const fill = () => {
    for (const entry of entries) {
      const {figure} = entry, caption = captionOf (figure), text = textOf (figure), n = kindsOf (figure).length;
      const name = caption.replace (/(.), (?:sentence|tree) \d+.*/, '$1');
      entry.link = make ('a', {href: `#${figure.id}`, title: caption}, make ('strong', {}, name),
        ...n > 0 ? [make ('i', {title: `${n} found`}, String (n))] : [], make ('span', {dir: 'auto'}, text.slice (0, 90)));
      entry.item = make ('li', {hidden: figure.hidden}, entry.link);
      tick (entry);
    }
    list.append (...entries.map (({item}) => item));
    mark ();
  };
  const of = new Map (entries.map (entry => [entry.figure, entry]));
  let shown = entries, current = null;
  isSought = figure => {
    const entry = of.get (figure), wanted = input.value.trim ().toLowerCase ();
    if (wanted === '')
      return true;
    entry.sought = entry.sought ?? `${captionOf (figure)} ${textOf (figure)}`.toLowerCase ();
    return entry.sought.includes (wanted);
  };
  /* Shows in the list which entry is the current one. */
  const mark = () => {
    current?.link?.setAttribute ('aria-current', 'true');
    if (current?.link !== undefined && isWide.matches) {
      const {top, bottom} = current.item.getBoundingClientRect (), frame = list.getBoundingClientRect ();
      list.scrollTop += top < frame.top ? top - frame.top : bottom > frame.bottom ? bottom - frame.bottom : 0;
    }
  };
  /* Marks the entry of the sentence at the top of the window: the last one that begins above. */
  const follow = () => {
    let low = 0, high = shown.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (shown[middle].figure.getBoundingClientRect ().top < innerHeight / 4)
        low = middle;
      else
        high = middle - 1;
    }
    if (shown[low] === current)
      return;
    current?.link?.removeAttribute ('aria-current');
    current = shown[low];
    mark ();
  };
  const tick = ({figure, link}) => link?.classList.toggle ('judged', findings.length > 0 && isJudged (figure));
  addEventListener ('judged', ({target}) => tick (of.get (target)));
  const update = () => {
    choose ();
    pressKind ();
    for (const {figure, item} of entries)
      if (item !== undefined)
        item.hidden = figure.hidden;
    shown = entries.filter (entry => !entry.figure.hidden);
    status.textContent = shown.length === entries.length ? `${entries.length} sentences` : `${shown.length} of ${entries.length}`;
    follow ();
  };
  const go = step => {
    const at = shown.indexOf (current), isAbove = current !== undefined && current.figure.getBoundingClientRect ().top > parseFloat (getComputedStyle (current.figure).scrollMarginTop) + 20;
    const next = shown[step > 0 && (isAbove || at < 0) ? Math.max (at, 0) : at + step];
    if (next === undefined)
      return;
    history.replaceState (null, '', `#${next.figure.id}`);
    next.figure.scrollIntoView ();
    follow ();
  };
  /* A link to a sentence that is not shown shows all. */
  const reach = () => {
    const target = document.getElementById (decodeURIComponent (location.hash.slice (1)));
    if (target?.hidden) {
      input.value = kindChoice.value = '';
      update ();
    }
    target?.scrollIntoView ();
  };
  input.oninput = kindChoice.onchange = update;
  const fold = () => { folded.open = isWide.matches; };
  isWide.onchange = fold;
  list.onclick = () => { folded.open = isWide.matches; };
  fold ();
  document.body.classList.add ('many');
  document.body.prepend (nav);
  settleAll ();
  update ();
  reach ();
  requestAnimationFrame (() => setTimeout (fill));
  addEventListener ('hashchange', reach);
  let isWaiting = false;
  addEventListener ('scroll', () => {
    if (!isWaiting)
      requestAnimationFrame (() => { isWaiting = false; follow (); });
    isWaiting = true;
  }, {passive: true});
  addEventListener ('keydown', event => {
    if (event.target.closest ('input, select, textarea') !== null || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (event.key === '/') {
      event.preventDefault ();
      folded.open = true;
      input.focus ();
    } else if (event.key === 'n' || event.key === 'p') {
      go (event.key === 'n' ? 1 : -1);
    }
  });
} else {
  settleAll ();
}
