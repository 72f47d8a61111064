// Services and their instances; a manager that knows no services has none to show.

import {h, Rows, setClass, setText, table} from './dom.js';
import {points, refusal, span, state as stateWord, t} from './words.js';
import {read} from './live.js';

const READ_MS = 3_000;

/** Fills a section of the overview, or leaves it hidden. */
export async function serviceList(section) {
  const trouble = await storeTrouble();
  const answer = await read('../v1/services').catch(failure => {
    if (trouble === null) throw failure;
    return null;
  });
  const services = answer?.services ?? [];
  section.hidden = services.length === 0 && trouble === null;
  if (section.hidden) return;
  const {element, body} = table(t('services'), [[t('service')], [t('instances'), 'number'], [t('taking'), 'number'],
    [t('weight'), 'number']], 'services');
  body.append(...services.map(service => h('tr', {'data-service': service.service},
    h('th', {scope: 'row'}, h('a', {href: `#/services/${encodeURIComponent(service.service)}`}, service.service)),
    h('td', {class: 'number'}, points(service.instances, 0)),
    h('td', {class: service.live === 0 ? 'number trouble' : 'number'}, points(service.live, 0)),
    h('td', {class: 'number'}, points(service.weight, 0)))));
  element.hidden = services.length === 0;
  section.replaceChildren(h('h2', {}, t('services')),
    h('p', {class: 'trouble', role: 'status', hidden: trouble === null}, trouble), element,
    h('p', {class: 'note', hidden: !answer.next}, t('more_services')));
}

/** What is the matter with the store in which services are remembered, or null if nothing is. */
async function storeTrouble() {
  const store = (await read('../health/ready'))?.store ?? 'ok';
  return store === 'ok' ? null : t('store_trouble', {trouble: store});
}

/** One service: each instance's distance to every ceiling, the weight that follows from it, and why it takes no rooms. */
export function servicePage(main, name, status) {
  const head = h('p', {class: 'note'});
  const box = h('div');
  const note = h('p', {class: 'empty', role: 'status'});
  const store = h('p', {class: 'trouble', role: 'status', hidden: true});
  main.append(h('section', {}, h('h2', {}, name), head, store, box, note));
  let shown = null;
  let rows = null;
  let away = null;

  /** The columns depend on which resources have a ceiling. */
  function columns(resources) {
    if (resources.join() === shown) return;
    shown = resources.join();
    const {element, body} = table(t('instances'), [[t('instance')], [t('state')], ...resources.map(resource =>
      [t('margin_of', {resource}), 'number']), [t('weight'), 'number'], [t('rooms'), 'number'],
    [t('measured_ago'), 'number wide'], [t('takes_rooms')]], 'nodes');
    rows = new Rows(body, instance => instance.instance, instance => {
      const cells = {state: h('td'), margins: resources.map(() => h('td')), weight: h('td'), rooms: h('td'),
        age: h('td', {class: 'number wide'}), takes: h('td')};
      const row = h('tr', {'data-instance': instance.instance}, h('th', {scope: 'row'}, instance.instance,
        h('span', {class: 'note wide'}, ` ${instance.endpoint ?? ''}`)), cells.state, ...cells.margins, cells.weight,
      cells.rooms, cells.age, cells.takes);
      return {rows: [row], update: item => fill(cells, resources, item)};
    });
    box.replaceChildren(element);
  }

  async function show() {
    try {
      const trouble = await storeTrouble();
      setText(store, trouble ?? '');
      store.hidden = trouble === null;
      const service = await read(`../v1/services/${encodeURIComponent(name)}`);
      away = null;
      const instances = service?.instances ?? [];
      const ceilings = Object.entries(service?.ceilings ?? {});
      columns(ceilings.map(([resource]) => resource));
      rows.show(instances);
      setText(head, service ? t('service_head', {policy: service.policy,
        ceilings: ceilings.map(([resource, ceiling]) => `${resource} ${points(ceiling, 0)}`).join(', ')}) : '');
      setText(note, service === null ? t('unknown_service', {service: name}) : instances.length ? '' : t('no_instance'));
      box.hidden = instances.length === 0;
    } catch {
      away ??= Date.now();
    }
    status(away);
  }

  show();
  const timer = setInterval(show, READ_MS);
  return {close: () => clearInterval(timer)};
}

function fill(cells, resources, item) {
  setText(cells.state, stateWord(item.state));
  resources.forEach((resource, i) => {
    number(cells.margins[i], item.margins?.[resource], 1, resource === item.binding ? ' strong' : '');
  });
  number(cells.weight, item.weight, 0);
  number(cells.rooms, item.rooms, 0);
  setText(cells.age, typeof item.sample_age_ms === 'number' ? span(item.sample_age_ms) : t('unknown'));
  setText(cells.takes, item.live ? t('yes') : item.failed ? refusal(item.failed) : t('no'));
  setClass(cells.takes, item.live ? '' : 'trouble');
}

function number(cell, value, digits, more = '') {
  setText(cell, points(value, digits));
  setClass(cell, (typeof value === 'number' ? 'number' : 'number unknown') + more);
}
