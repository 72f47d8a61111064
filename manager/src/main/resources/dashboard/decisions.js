// What was decided, newest first: rounds that came to the same stand together, and each row opens its checks.

import {h, Rows, setClass, setText, table} from './dom.js';
import {check, day, sentence, t, time} from './words.js';
import {read} from './live.js';

const MOST_SHOWN = 60;
const MOST_KEPT = 300;
const MOST_GROUPS = 50;

/** What was read of each group since the page was opened, without the checks. */
const seen = new Map();

function recordsOf(group) {
  if (!seen.has(group)) seen.set(group, new Map());
  if (seen.size > MOST_GROUPS) seen.delete(seen.keys().next().value);
  return seen.get(group);
}

export function decisionList(group) {
  const address = `../v1/groups/${encodeURIComponent(group)}/decisions`;
  const {element, body} = table(t('decisions'), [[t('time')], [t('rounds'), 'wide'], [t('decision')]], 'decisions');
  const records = recordsOf(group);

  const rows = new Rows(body, run => run.key, run => {
    const cells = {time: h('td', {class: 'when'}), rounds: h('td', {class: 'when wide'})};
    const id = `checks-${run.key}`;
    const box = h('td', {colspan: '3'});
    const opened = h('tr', {class: 'checks', id, hidden: true}, box);
    const button = h('button', {type: 'button', 'aria-expanded': 'false', 'aria-controls': id}, '');
    button.addEventListener('click', () => toggle(button, opened, box));
    const row = h('tr', {'data-kind': run.newest.kind}, cells.time, cells.rounds, h('td', {}, button));
    return {rows: [row, opened], update: item => {
      button.run = item;
      setText(cells.time, day(Date.parse(item.newest.time)));
      setText(cells.rounds, item.first === item.newest.round ? String(item.first)
        : `${item.first}–${item.newest.round}`);
      setText(button, sentence(item.newest));
      setClass(row, isChange(item.newest) ? 'change' : '');
    }};
  });

  async function toggle(button, opened, box) {
    opened.hidden = !opened.hidden;
    button.setAttribute('aria-expanded', String(!opened.hidden));
    if (opened.hidden) return;
    const shown = button.run.newest;
    box.replaceChildren(h('p', {class: 'note'}, t('reading')));
    try {
      const answer = await read(`${address}/${shown.round}`);
      box.replaceChildren(...(answer?.decisions ?? []).filter(d => d.kind === shown.kind && d.reason === shown.reason)
        .flatMap(checks));
      if (!box.hasChildNodes()) box.append(h('p', {class: 'note'}, t('not_kept')));
    } catch {
      box.replaceChildren(h('p', {class: 'note'}, t('not_read')));
    }
  }

  /** Answers and events overlap and come in any order: each decision counts once, at its own time. */
  function put(more) {
    for (const {round, time: at, kind, reason, from, to, words, held} of more) {
      records.set(`${round}-${at}-${kind}`, {round, time: at, kind, reason, from, to, words, held});
    }
    const all = [...records.values()].sort((a, b) => a.round - b.round || (a.time < b.time ? -1 : 1));
    const runs = [];
    for (const record of all) {
      const last = runs[0];
      if (last && same(last.newest, record)) last.newest = record;
      else runs.unshift({key: `${record.round}-${Date.parse(record.time)}`, first: record.round, newest: record});
    }
    rows.show(runs.slice(0, MOST_SHOWN));
    all.slice(0, -MOST_KEPT).filter(record => !isChange(record))
      .forEach(record => records.delete(`${record.round}-${record.time}-${record.kind}`));
  }

  async function reread() {
    const [changes, newest] = await Promise.all([read(`${address}?changes=true&limit=20`), read(`${address}?limit=20`)]);
    if (changes === null || newest === null) return;
    // A manager that has started anew counts from 1 again.
    const last = newest.decisions.at(-1);
    if (last && [...records.values()].some(record => record.round > last.round + 1)) records.clear();
    put([...changes.decisions, ...newest.decisions]);
  }

  return {
    element: h('section', {}, h('h2', {}, t('decisions')), element),
    reread,
    add: event => put([event]),
  };
}

function isChange(decision) {
  return decision.kind === 'switch' || (decision.from !== null && decision.to === null);
}

function same(a, b) {
  return !isChange(b) && !isChange(a) && ['kind', 'reason', 'from', 'to'].every(key => a[key] === b[key]);
}

/** First what was asked of the candidate and the group, which is what a change hangs on; then the other nodes. */
function checks(decision) {
  const candidate = decision.candidate ?? decision.to;
  const near = decision.checks.filter(item => item.node === null || item.node === candidate);
  const others = decision.checks.filter(item => item.node !== null && item.node !== candidate);
  const head = t(candidate ? 'checked' : 'checked_group',
    {round: decision.round, time: time(Date.parse(decision.time)), node: candidate});
  return [h('p', {class: 'note'}, head), list(near),
    ...(others.length ? [h('p', {class: 'note'}, t('checked_others')), list(others)] : [])];
}

function list(items) {
  return h('ul', {class: 'checks-list'}, items.map(item => h('li', {class: item.passed ? 'passed' : 'failed'},
    h('span', {}, t(item.passed ? 'passed' : 'failed')), h('span', {}, check(item)))));
}
