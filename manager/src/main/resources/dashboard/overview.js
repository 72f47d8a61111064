// All groups, and what each came to in its last round.

import {h, Rows, setClass, setText, table} from './dom.js';
import {reason, t} from './words.js';
import {Live, read} from './live.js';
import {serviceList} from './services.js';

const MOST_READ = 2_000;
const SERVICES_MS = 10_000;
const MOST_SHOWN = 200;

export function overview(main, status) {
  const groups = new Map();
  const search = h('input', {type: 'search', id: 'search', autocomplete: 'off', spellcheck: 'false', oninput: show});
  const {element, body} = table(t('groups'), [[t('group')], [t('primary')], [t('now')], [t('alive'), 'number'],
    [t('round'), 'number wide']], 'groups');
  const note = h('p', {class: 'note', role: 'status'});
  const services = h('section', {hidden: true});
  main.append(h('div', {class: 'search'}, h('label', {for: 'search'}, t('search')), search), element, note, services);

  const rows = new Rows(body, group => group.group, group => {
    const cells = {
      primary: h('td'), now: h('td'), alive: h('td', {class: 'number'}), round: h('td', {class: 'number wide'}),
    };
    const link = h('a', {href: `#/groups/${encodeURIComponent(group.group)}`}, group.group);
    const row = h('tr', {'data-group': group.group}, h('th', {scope: 'row'}, link),
      cells.primary, cells.now, cells.alive, cells.round);
    return {rows: [row], update: item => fill(cells, item)};
  });

  function fill(cells, group) {
    setText(cells.primary, group.primary ?? t('nobody'));
    setClass(cells.primary, group.primary ? 'strong' : 'trouble');
    setText(cells.now, group.reason ? reason(group.reason, group.words) : t('no_round_yet'));
    setText(cells.alive, t('of', {n: group.alive, all: group.nodes}));
    setClass(cells.alive, group.alive < 2 ? 'number trouble' : 'number');
    setText(cells.round, String(group.round));
  }

  let due = false;
  function soon() {
    if (due) return;
    due = true;
    setTimeout(() => {
      due = false;
      show();
    }, 200);
  }

  function show() {
    const wanted = search.value.trim().toLowerCase();
    const found = [...groups.values()]
      .filter(group => `${group.group} ${group.primary ?? ''}`.toLowerCase().includes(wanted))
      .sort((a, b) => (a.group < b.group ? -1 : 1));
    rows.show(found.slice(0, MOST_SHOWN));
    element.hidden = found.length === 0;
    setText(note, groups.size === 0 ? t('no_group')
      : found.length === 0 ? t('none_found', {text: search.value})
      : found.length > MOST_SHOWN ? t('more', {n: found.length - MOST_SHOWN}) : '');
  }

  async function reread() {
    try {
      const fresh = await allGroups();
      groups.clear();
      fresh.forEach(group => groups.set(group.group, group));
      show();
      await serviceList(services);
    } catch {
      // The connection's own state tells that the manager is away; the next time it is back, this is read again.
    }
  }

  function hear(name, event) {
    if (name !== 'round') return;
    groups.set(event.group, {
      group: event.group, primary: event.primary, nodes: event.nodes.length, round: event.round,
      alive: event.nodes.filter(node => node.state === 'alive' || node.state === 'late').length,
      reason: event.reason, words: event.reason_words,
    });
    soon();
  }

  const live = new Live(null, {hear, reread, status});
  // Services send no events yet.
  const again = setInterval(() => live.awaySince === null && serviceList(services).catch(() => {}), SERVICES_MS);
  return {
    close() {
      clearInterval(again);
      live.close();
    },
  };
}

async function allGroups() {
  const all = [];
  let after = null;
  do {
    const page = await read(`../v1/groups?limit=200${after ? `&after=${encodeURIComponent(after)}` : ''}`);
    all.push(...page.groups);
    after = page.next;
  } while (after !== null && all.length < MOST_READ);
  return all;
}
