/* Walks through the steps of each sentence: keys, slider, buttons. The record of a sentence has all configurations that can be seen. */
{
  const LOSS = 0, TAKEN = 1, FROM = 2, BY = 3, DEPTH = 4, N_SECOND = 5, N_RETURNED = 6, NEXT = 7, STACK = 8, SECOND = 9, RETURNED = 10, MOVES = 11, LEFT_OUT = 12;
  const KEY = 0, COST = 1, TO = 2, MADE = 3, IS_GOLD = 4;
  const DEAD_END = -2, MOST_INPUT = 12;
  const element = (name, attributes, ...children) => {
    const made = document.createElement (name);
    for (const [key, value] of Object.entries (attributes || {})) made.setAttribute (key, value);
    made.append (...children);
    return made;
  };
  const drawn = (name, attributes, ...children) => {
    const made = document.createElementNS ('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries (attributes)) made.setAttribute (key, value);
    made.append (...children);
    return made;
  };
  const isolated = text => element ('bdi', {}, text);
  const ruler = document.createElement ('canvas').getContext ('2d');
  const widthOf = (text, size) => { ruler.font = `${size}px sans-serif`; return ruler.measureText (text).width; };
  /* The record of a quiz, as steps_page.c hides it. */
  const reveal = coded => {
    let state = 1;
    return new TextDecoder ().decode (Uint8Array.from (atob (coded), letter => {
      state = (Math.imul (state, 1103515245) + 12345) >>> 0;
      return letter.charCodeAt (0) ^ (state >>> 16 & 255);
    }));
  };
  const keysOf = new Map ();
  let active = null, number = 0;

  for (const section of document.querySelectorAll ('section.steps')) {
    const source = section.querySelector ('script'), isQuiz = source.type == 'text/plain';
    const record = JSON.parse (isQuiz ? reveal (source.textContent) : source.textContent), { nodes, words } = record;
    const answers = []; /* of a quiz: the move that was chosen in each configuration of the way */
    const isPhrase = record.labels.length > 0, id = 'steps' + ++number;
    let trail = [], position = 0, chosen = '';
    const lose = n => n + ' ' + (n == 1 ? record.unit : record.units);
    const lost = n => lose (n) + ' ' + record.lost;
    const cost = move => move[COST] == DEAD_END ? 'dead end' : move[COST] < 0 ? 'cost not known' : move[COST] ? 'costs ' + lose (move[COST]) : 'best';

    /* The move that a way goes on with that is to lose no more: of the given way only where that is as good. */
    const onward = at => {
      const moves = nodes[at][MOVES], taken = moves[nodes[at][TAKEN]];
      return taken && taken[COST] <= 0 && taken[TO] >= 0 ? taken : moves.find (move => move[COST] == 0 && move[TO] >= 0) || taken;
    };
    const continued = at => {
      const way = [at], seen = new Set (way);
      for (let move = onward (at); move && move[TO] >= 0 && !seen.has (move[TO]); move = onward (move[TO])) {
        seen.add (move[TO]);
        way.push (move[TO]);
      }
      return way;
    };
    const given = () => Array.from ({ length: record.length + 1 }, (_, i) => i);
    const isGiven = () => trail.every ((at, i) => at == i);
    const moveTo = (from, to) => nodes[from][MOVES].find (move => move[TO] == to);

    /* What is built in a configuration, from the first on. At the end of some systems words without head hang on 0. */
    const built = at => {
      const found = [];
      for (let i = at; nodes[i][FROM] >= 0; i = nodes[i][FROM]) {
        const move = nodes[nodes[i][FROM]][MOVES][nodes[i][BY]];
        if (move[MADE]) found.push ({ made: move[MADE], isGold: move[IS_GOLD] == 1, isNew: i == at });
      }
      if (record.hangs && nodes[at][MOVES].length == 0 && nodes[at][LOSS] >= 0) {
        const headed = new Set (found.map (one => one.made[1]));
        for (let word = 1; word < words.length; word++)
          if (!headed.has (word)) found.unshift ({ made: [0, word], isGold: record.gold[word] == 0, isNew: true });
      }
      return found.reverse ();
    };

    const stepper = element ('div', { class: 'stepper', role: 'group', tabindex: 0, 'aria-label': 'Steps: arrow keys go on and back' });
    const button = (label, text, act) => {
      const made = element ('button', { type: 'button', 'aria-label': label, title: label }, text);
      made.onclick = act;
      return made;
    };
    const slider = element ('input', { type: 'range', min: 0, value: 0, 'aria-label': 'Step' });
    const count = element ('span', { class: 'count' });
    const status = element ('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
    const tree = element ('div', { class: 'grown', role: 'img', tabindex: 0 });
    const stack = element ('ul', { class: 'items' }), second = element ('ul', { class: 'items' }), input = element ('ul', { class: 'items' });
    const secondBox = element ('div', { class: 'second' }, element ('h3', {}, 'Second list'), second);
    const orders = element ('p', { class: 'orders' }), rows = [...section.querySelectorAll ('.all tbody tr')];
    const moves = element ('ul', { class: 'moves', 'aria-label': 'Transitions' });
    const showsGold = element ('input', { type: 'checkbox', id: id + 'gold' });
    showsGold.checked = !isQuiz;
    const back = element ('button', { type: 'button', class: 'back' }, 'Back to the given way');
    const go = to => {
      position = Math.max (0, Math.min (isQuiz ? answers.length : trail.length - 1, to));
      chosen = '';
      show ();
    };
    back.onclick = () => {
      const left = trail.findIndex ((at, i) => at != i);
      trail = given ();
      go (left - 1);
      stepper.focus ();
    };
    slider.oninput = () => go (Number (slider.value));
    showsGold.onchange = () => show ();
    const full = button ('Full screen', 'Full screen', () => document.fullscreenElement ? document.exitFullscreen () : stepper.requestFullscreen ());
    full.hidden = !document.fullscreenEnabled;
    stepper.append (tree, orders, status,
      element ('div', { class: 'band', dir: record.rtl ? 'rtl' : 'ltr' },
        element ('div', { class: 'stack' }, element ('h3', {}, 'Stack, top at the ' + (record.rtl ? 'left' : 'right')), stack), secondBox,
        element ('div', { class: 'input' }, element ('h3', {}, 'Input'), input)),
      moves,
      element ('div', { class: 'bar' }, button ('First step', '\u21e4', () => go (0)), button ('Step back', '\u2190', () => go (position - 1)), slider,
        button ('Step on', '\u2192', () => go (position + 1)), button ('Last step', '\u21e5', () => go (trail.length - 1)), count,
        element ('span', {}, showsGold, element ('label', { for: id + 'gold' }, ' gold tree')), full, back));
    section.querySelector ('details').before (stepper);

    /* The way of a quiz goes on with its own transition, which is best, whatever was chosen. */
    const answer = (at, move) => {
      if (at == answers.length) answers.push (move);
      go (at + 1);
      const key = nodes[at][MOVES][nodes[at][TAKEN]][KEY], isRight = move[COST] == 0;
      chosen = (isRight ? 'Right: ' : 'Wrong: ') + move[KEY] + ' ' + (isRight ? 'loses nothing. ' : move[COST] > 0 ? 'costs ' + lose (move[COST]) + '. ' : cost (move) + '. ')
        + (move[KEY] == key ? '' : 'Here is ' + key + '. ') + score ();
      tell (trail[position]);
      stepper.focus ();
    };
    const score = () => {
      const n = answers.filter (move => move[COST] == 0).length;
      const sum = answers.reduce ((sum, move) => sum + Math.max (0, move[COST]), 0);
      return answers.length < record.length ? `${n} of ${answers.length} right so far.` : `The end: ${n} of ${record.length} right; your choices cost ${lose (sum)}.`;
    };
    const choose = (at, move, isOn) => {
      if (isQuiz) return answer (at, move);
      if (!isOn) {
        const best = onward (at);
        trail = [...trail.slice (0, position + 1), ...continued (move[TO])];
        const end = nodes[trail[trail.length - 1]];
        go (position + 1);
        chosen = (best && best != move && move[COST] > 0 ? move[KEY] + ' in place of ' + best[KEY] + ' costs ' + lose (move[COST]) + '. ' : '')
          + (end[MOVES].length == 0 && end[LOSS] >= 0 ? 'On the best way from here ' + lost (end[LOSS]) + ' in the end. ' : '');
        show ();
      } else {
        go (position + 1);
      }
      stepper.focus ();
    };
    const item = (what, isNext) => {
      const made = element ('li', isNext ? { class: 'next' } : {});
      if (Array.isArray (what)) {
        made.append (element ('b', {}, (what[2] < 0 ? '(' : '') + record.labels[what[0]]));
        if (what[2] < 0) made.classList.add ('open');
        else made.append (' ', isolated (words.slice (what[1], what[2]).join (' ')));
      } else made.append (isolated (words[what]));
      return made;
    };
    const fill = (list, items, n, isReversed) => {
      const made = items.map ((what, i) => item (what, i == 0));
      if (n > items.length) made.push (element ('li', {}, '\u2026 ' + (n - items.length) + ' more'));
      list.replaceChildren (...(isReversed ? made.reverse () : made));
    };
    /* Words are isolated each, so that those from right to left do not turn the arrow round. */
    const apart = text => '\u2068' + text + '\u2069';
    const describe = what => what.length == 2 ? apart (words[what[0]]) + ' \u2192 ' + apart (words[what[1]])
      : apart (record.labels[what[0]]) + ' over ' + words.slice (what[1], what[2]).map (apart).join (' ');

    /* Arcs are drawn as tbk show does: those that are shorter below, each end with a place of its own at the word. */
    const FOOT = 6, STEP = 18, PORT = 6, ROUND = 6;
    const spanOf = ([head, dependent]) => [Math.min (head, dependent), Math.max (head, dependent)];
    const layOut = arcs => {
      const order = arcs.filter (one => one.made[0] > 0).sort ((a, b) => Math.abs (a.made[0] - a.made[1]) - Math.abs (b.made[0] - b.made[1]));
      const ends = words.map (() => ({ left: [], root: [], right: [] }));
      const levels = words.map (() => []); /* of each gap behind a word: those that are taken */
      let most = 0;
      for (const one of order) {
        const [from, to] = spanOf (one.made);
        let level = 1;
        for (let gap = from; gap < to; gap++) level = Math.max (level, ...levels[gap].map (taken => taken + 1));
        for (let gap = from; gap < to; gap++) levels[gap].push (level);
        one.level = level;
        most = Math.max (most, level);
        ends[from].right.unshift (one);
        ends[to].left.push (one);
      }
      for (const one of arcs)
        if (one.made[0] == 0) { one.level = most + 1; ends[one.made[1]].root.push (one); }
      for (const [word, { left, root, right }] of ends.entries ()) {
        const all = [...left, ...root, ...right];
        for (const [i, end] of all.entries ()) (end.ports = end.ports || {})[word] = (i - (all.length - 1) / 2) * PORT;
      }
      return most + 1;
    };
    /* Where words stand: their middles. Between them is room for the relations of the gold tree. */
    const places = (() => {
      const order = words.map ((_, i) => i).slice (record.first), middles = [];
      if (record.rtl) order.reverse ();
      let x = 12;
      for (const i of order) {
        const width = Math.max (isPhrase ? 44 : 24, widthOf (words[i], 15), isPhrase ? 0 : widthOf (record.relations[i] || '', 11) + 8);
        const before = order[order.indexOf (i) - 1], lower = before === undefined || isPhrase ? undefined : [i, before].find (word => record.gold[word] == i + before - word);
        middles[i] = x + width / 2;
        /* The relation of an arc between neighbours has its line on both sides. */
        if (lower !== undefined) middles[i] = Math.max (middles[i], middles[before] + widthOf (record.relations[lower] || '', 11) + 44);
        x = middles[i] + width / 2 + 14;
      }
      return { middles, width: x };
    }) ();
    const portOf = (one, word) => places.middles[word] + (record.rtl ? -1 : 1) * one.ports[word];
    const arc = (one, kind, floor) => {
      const [head, dependent] = one.made, to = portOf (one, dependent), top = floor - FOOT - STEP * one.level;
      const parts = [], relation = one.isGold || kind == 'gold' ? record.relations[dependent] || '' : '';
      let middle = to;
      if (head == 0) parts.push (drawn ('path', { d: `M${to} ${top + 4}V${floor - 7}` }));
      else {
        const from = portOf (one, head), round = Math.min (ROUND, Math.abs (to - from) / 2), way = to > from ? round : -round;
        parts.push (drawn ('path', { d: `M${from} ${floor}V${top + round}q0 ${-round} ${way} ${-round}H${to - way}q${way} 0 ${way} ${round}V${floor - 7}` }));
        middle = (from + to) / 2;
      }
      parts.push (drawn ('path', { class: 'tip', d: `M${to} ${floor}l-4 -8h8z` }));
      if (relation) parts.push (drawn ('text', { class: 'relation', x: middle, y: head == 0 ? top : top + 4 }, relation));
      return drawn ('g', { class: kind }, ...parts);
    };
    const drawArcs = (found, gold, floor) =>
      [...gold.map (one => arc (one, 'gold', floor)), ...found.map (one => arc (one, (one.isGold ? 'right' : 'wrong') + (one.isNew ? ' new' : ''), floor))];

    /* Constituents, from those completed first: each stands above what it covers. */
    const drawPhrases = (found, floor) => {
      const roots = words.map ((_, i) => ({ left: i, right: i + 1, x: places.middles[i], level: 0 })), parts = [];
      for (const one of found) {
        const [label, left, right] = one.made, children = roots.filter (root => root.left >= left && root.right <= right);
        const level = 1 + Math.max (...children.map (child => child.level));
        const x = (Math.min (...children.map (child => child.x)) + Math.max (...children.map (child => child.x))) / 2;
        const y = floor - level * 34;
        parts.push (drawn ('g', { class: one.kind }, ...children.map (child => drawn ('line', { x1: x, y1: y + 5, x2: child.x, y2: floor - child.level * 34 - (child.level ? 13 : -3) })),
          drawn ('text', { class: 'label', x, y }, record.labels[label])));
        roots.splice (roots.indexOf (children[0]), children.length, { left, right, x, level });
      }
      return parts;
    };
    const depthOf = found => {
      const levels = words.map (() => 0);
      for (const [, left, right] of found) levels.fill (1 + Math.max (...levels.slice (left, right)), left, right);
      return Math.max (0, ...levels);
    };
    const goldPhrases = () => [...record.gold].reverse ();
    /* As large as the window has room for. */
    const fit = (svg, width, height) => {
      const room = document.fullscreenElement ? 0.5 : 0.4, wide = tree.clientWidth || width;
      const scale = Math.max (0.75, Math.min (2, wide / width, Math.max (150, innerHeight * room - 40) / height));
      svg.setAttribute ('width', Math.round (width * scale));
      svg.setAttribute ('height', Math.round (height * scale));
    };
    const drawTree = at => {
      const found = built (at), node = nodes[at], made = new Set (found.map (one => one.made.join ()));
      const gold = isPhrase ? [] : record.gold.map ((head, word) => ({ made: [head, word] })).filter (one => one.made[1] > 0 && !made.has (one.made.join ()));
      /* The missing arcs have their places too, so that those that are there stay where they are. */
      const levels = isPhrase ? Math.max (depthOf (goldPhrases ()), depthOf (found.map (one => one.made))) : layOut ([...found, ...gold]);
      const floor = isPhrase ? 34 * levels + 24 : FOOT + STEP * levels + 14, height = floor + 30;
      for (const one of found) one.kind = (one.isGold ? 'right' : 'wrong') + (one.isNew ? ' new' : '');
      const shapes = !isPhrase ? drawArcs (found, showsGold.checked ? gold : [], floor)
        : [...(showsGold.checked ? drawPhrases (goldPhrases ().map (made => ({ made, kind: 'gold' })), floor) : []), ...drawPhrases (found, floor)];
      const onStack = new Set (node[STACK].filter (what => !Array.isArray (what))), front = node[N_RETURNED] ? node[RETURNED][0] : node[NEXT];
      const texts = words.map ((word, i) => i < record.first ? '' : drawn ('g', { class: i == front ? 'front' : i == node[STACK][0] ? 'top' : onStack.has (i) ? 'stack' : i >= node[NEXT] ? 'input' : 'left' },
        drawn ('text', { x: places.middles[i], y: floor + 18 }, word))).filter (text => text);
      const svg = drawn ('svg', { viewBox: `0 0 ${places.width} ${height}`, 'aria-hidden': true }, ...shapes, ...texts);
      fit (svg, places.width, height);
      tree.replaceChildren (svg);
      tree.scrollLeft = (places.middles[Math.min (front, words.length - 1)] || 0) * svg.width.baseVal.value / places.width - tree.clientWidth / 2;
      tree.setAttribute ('aria-label', 'Built so far: ' + (found.map (one => describe (one.made) + (one.isGold ? '' : ' (not gold)')).join (', ') || 'nothing'));
    };

    /* Where words change places: their order so far, and the one in which the gold tree has no crossing arcs. */
    const orderAt = at => {
      const steps = [], blocks = words.map ((_, i) => [i]).slice (1); /* a word with all that depends on it so far */
      const find = word => blocks.findIndex (block => block.includes (word));
      for (let i = at; nodes[i][FROM] >= 0; i = nodes[i][FROM]) steps.unshift ([nodes[nodes[i][FROM]], nodes[i][BY]]);
      for (const [node, by] of steps) {
        const move = node[MOVES][by], [top, below] = node[STACK];
        if (move[MADE] ? move[MADE][0] == 0 : move[KEY] != 'SW') continue;
        const left = find (below), [block] = blocks.splice (find (top), 1);
        blocks.splice (left, 1, ...(move[MADE] ? [[...blocks[left], ...block]] : [block, blocks[left]]));
      }
      return blocks.flat ();
    };
    const projectiveOrder = () => {
      const children = words.map (() => []), order = [], waiting = [[0, false]];
      record.gold.forEach ((head, word) => { if (word > 0) children[head].push (word); });
      while (waiting.length > 0) {
        const [word, isOpened] = waiting.pop ();
        if (isOpened) { if (word > 0) order.push (word); continue; }
        waiting.push (...children[word].filter (child => child > word).reverse ().map (child => [child, false]), [word, true],
          ...children[word].filter (child => child < word).reverse ().map (child => [child, false]));
      }
      return order;
    };
    const showOrders = at => {
      const write = (label, order) => element ('span', { dir: record.rtl ? 'rtl' : 'ltr' }, element ('b', {}, label), ...order.flatMap ((word, i) =>
        [' ', word == i + 1 ? isolated (words[word]) : element ('mark', {}, isolated (words[word]))]));
      orders.hidden = !record.reorders || showsGold.parentNode.hidden;
      if (!orders.hidden) orders.replaceChildren (write ('Order so far:', orderAt (at)), write ('Projective order:', projectiveOrder ()));
    };

    const names = Object.keys (record.names), rank = move => names.indexOf (move[KEY]);
    const showMoves = (at, next) => {
      const node = nodes[at], inOrder = isPhrase ? node[MOVES] : [...node[MOVES]].sort ((a, b) => rank (a) - rank (b));
      moves.replaceChildren (...inOrder.map (move => {
        const isOn = move[TO] >= 0 && move[TO] == next;
        const isHidden = isQuiz && at >= answers.length;
        const made = element ('button', { type: 'button', 'data-key': move[KEY], ...(isHidden ? {} : { 'data-cost': move[COST] }) }, element ('b', {}, record.names[move[KEY]] || move[KEY]),
          element ('small', {}, [...(record.names[move[KEY]] ? [move[KEY]] : []), ...(isHidden ? [] : [cost (move)])].join (', ') || '\u00a0'));
        made.append (element ('small', {}, move[MADE] ? describe (move[MADE]) + (move[IS_GOLD] || isHidden ? '' : ' \u2717') : '\u00a0'));
        made.classList.toggle ('best', move[COST] == 0 && !isHidden);
        made.disabled = isQuiz ? !isHidden : move[TO] < 0;
        if (made.disabled && !isQuiz) made.title = 'What follows is not on this page';
        if (isQuiz ? answers[at] == move : isOn) made.setAttribute ('aria-current', 'step');
        made.onclick = () => choose (at, move, isOn);
        return element ('li', {}, made);
      }));
      if (node[LEFT_OUT]) moves.append (element ('li', {}, node[LEFT_OUT] + ' more, which cost no less'));
    };
    const tell = at => {
      const node = nodes[at], before = position > 0 ? moveTo (trail[position - 1], at) : null;
      const loss = isQuiz || node[LOSS] < 0 ? '' : node[LOSS] == 0 ? (node[MOVES].length == 0 ? 'The tree is right.' : 'The tree can still be right.')
        : lost (node[LOSS]) + (node[MOVES].length == 0 ? '.' : ' at the least.');
      const problem = at == record.length && record.problem ? ' ' + record.problem + '.' : '';
      status.replaceChildren (before ? element ('b', {}, before[KEY]) : record.system, before && before[MADE] ? ': ' : '',
        before && before[MADE] ? describe (before[MADE]) : '', chosen ? '. ' + chosen : (before ? ', ' + cost (before) : '') + '. ' + loss + problem + (isQuiz && position == answers.length && position < record.length ? ' Which transition is next?' : ''));
      status.classList.toggle ('wrong', Boolean (before && (before[COST] > 0 || before[COST] == DEAD_END)));
    };
    const show = () => {
      const at = trail[position], node = nodes[at], n = node[N_RETURNED] + words.length - node[NEXT];
      slider.max = isQuiz ? answers.length : trail.length - 1;
      slider.value = position;
      slider.setAttribute ('aria-valuetext', `${position} of ${trail.length - 1}`);
      count.textContent = `${position} of ${trail.length - 1}`;
      back.hidden = isGiven ();
      section.dataset.position = position;
      if (!isQuiz) section.dataset.loss = node[LOSS];
      showsGold.parentNode.hidden = isQuiz && answers.length < record.length;
      if (showsGold.parentNode.hidden) showsGold.checked = false;
      fill (stack, node[STACK], node[DEPTH], true);
      secondBox.hidden = node[N_SECOND] == 0;
      fill (second, node[SECOND], node[N_SECOND], false);
      fill (input, [...node[RETURNED], ...words.map ((_, i) => i).slice (node[NEXT])].slice (0, MOST_INPUT), n, false);
      showMoves (at, trail[position + 1]);
      tell (at);
      drawTree (at);
      showOrders (at);
      rows.forEach ((row, i) => row.classList.toggle ('lit', i == at));
    };
    addEventListener ('resize', () => drawTree (trail[position]));
    const keys = { ArrowRight: () => go (position + 1), ArrowLeft: () => go (position - 1), Home: () => go (0), End: () => go (trail.length - 1) };
    stepper.addEventListener ('pointerdown', () => { active = keys; });
    stepper.addEventListener ('focusin', () => { active = keys; });
    active = active || keys;
    keysOf.set (section, keys);
    trail = given ();
    position = record.start;
    show ();
    /* On paper the tree is complete. */
    let left = 0;
    addEventListener ('beforeprint', () => { left = position; if (!isQuiz) go (trail.length - 1); });
    addEventListener ('afterprint', () => go (left));
  }

  /* One sentence is shown at a time; on paper all are. */
  const sections = [...keysOf.keys ()];
  if (sections.length > 1) {
    const select = element ('select', {}, ...sections.map ((section, i) => element ('option', { value: i }, section.querySelector ('h2').textContent)));
    const choose = () => {
      sections.forEach ((section, i) => { section.hidden = i != select.value; });
      active = keysOf.get (sections[select.value]);
      dispatchEvent (new Event ('resize'));
    };
    select.onchange = choose;
    sections[0].before (element ('p', { class: 'chooser' }, element ('label', {}, 'Sentence: ', select)));
    choose ();
    addEventListener ('beforeprint', () => {
      sections.forEach (section => { section.hidden = false; });
      dispatchEvent (new Event ('resize'));
    });
    addEventListener ('afterprint', choose);
  }

  /* On paper the table has what the buttons can no longer show. */
  addEventListener ('beforeprint', () => { for (const table of document.querySelectorAll ('.steps .all')) table.open = true; });

  document.addEventListener ('keydown', event => {
    const target = event.target.closest ('input, summary, .wide, .grown');
    if (!active || target || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !active[event.key]) return;
    active[event.key] ();
    event.preventDefault ();
  });
}
