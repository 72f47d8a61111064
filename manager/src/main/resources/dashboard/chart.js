// The loads as lines: one for each node, the primary's on top of them, and how low a standby has to come.

import uPlot from './uPlot.esm.js';
import {h, setText} from './dom.js';
import {points, t, time} from './words.js';

const KEEP_MS = 20 * 60_000;
const MOST_POINTS = 1_200;
const MOST_LINES = 24;
const MOST_GROUPS = 50;
const KINDS = ['compared', 'average', 'newest'];

/** Which of a node's loads a kind of chart shows. */
const load = {
  compared: node => node.projected, // for the primary that is its average
  average: node => node.average,
  newest: node => node.newest,
};

/** What was seen of each group since the page was opened, so that a look elsewhere and back loses no line. */
const seen = new Map();

function pointsOf(group) {
  if (!seen.has(group)) seen.set(group, []);
  if (seen.size > MOST_GROUPS) seen.delete(seen.keys().next().value);
  return seen.get(group);
}

export class Chart {
  constructor(group) {
    this.points = pointsOf(group);
    this.kind = KINDS[0];
    this.box = h('div', {class: 'chart', role: 'img'}, h('p', {class: 'waiting'}, t('chart_waits')));
    this.key = h('ul', {class: 'key'});
    const choice = h('div', {class: 'choice', role: 'group', 'aria-label': t('chart_kind')}, KINDS.map(kind =>
      h('button', {type: 'button', 'aria-pressed': String(kind === this.kind), onclick: event => {
        this.kind = kind;
        for (const button of choice.children) button.setAttribute('aria-pressed', String(button === event.currentTarget));
        this.rebuild();
      }}, t(`chart_${kind}`))));
    this.element = h('section', {}, h('div', {class: 'chart-head'}, h('h2', {}, t('loads')), choice), this.box, this.key);
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.onTheme = () => this.rebuild();
    this.dark.addEventListener('change', this.onTheme);
    this.resized = new ResizeObserver(() => this.plot?.setSize(this.size()));
    this.resized.observe(this.box);
  }

  add(state) {
    if (!state.time) return;
    const at = Date.parse(state.time);
    const last = this.points.at(-1);
    if (last && at < last.at) return;
    if (last?.at === at) this.points.pop();
    const nodes = new Map(state.nodes.map(node => [node.node, node]));
    this.points.push({at, nodes, primary: state.primary, from: state.from, hysteresis: state.hysteresis});
    while (this.points.length > MOST_POINTS || this.points[0].at < at - KEEP_MS) this.points.shift();
    this.draw();
  }

  names() {
    return [...new Set(this.points.flatMap(point => [...point.nodes.keys()]))].sort().slice(0, MOST_LINES);
  }

  /** Time, a line for each node, the primary's line in two halves so that a change leaves a gap, the threshold. */
  data(names) {
    const value = (point, name) => {
      const node = point.nodes.get(name);
      return node ? load[this.kind](node) : null;
    };
    let reign = 0;
    const even = [];
    const odd = [];
    this.points.forEach((point, i) => {
      if (i > 0 && point.primary !== this.points[i - 1].primary) reign++;
      const shown = point.primary ? value(point, point.primary) : null;
      even.push(reign % 2 === 0 ? shown : null);
      odd.push(reign % 2 === 1 ? shown : null);
    });
    const below = this.points.map(point => {
      const primary = this.kind === 'compared' && point.from ? value(point, point.from) : null;
      return typeof primary === 'number' && typeof point.hysteresis === 'number'
        ? Math.max(0, primary - point.hysteresis) : null;
    });
    return [this.points.map(point => point.at / 1000), ...names.map(name => this.points.map(p => value(p, name))),
      even, odd, below];
  }

  draw() {
    const names = this.names();
    if (this.points.length < 2) return;
    if (!this.plot || names.join() !== this.drawn) {
      this.rebuild();
    } else {
      this.plot.setData(this.data(names));
    }
    this.describe();
  }

  describe() {
    const last = this.points.at(-1);
    const primary = last.nodes.get(last.primary);
    this.box.setAttribute('aria-label', t('chart_label', {
      primary: last.primary ?? t('nobody'), load: points(primary?.average), n: last.nodes.size,
    }));
    if (!this.hovering) this.showKey();
  }

  showKey() {
    const last = this.points.at(-1);
    const items = [h('li', {}, h('i', {class: 'p'}), t('key_primary', {node: last.primary ?? t('nobody')})),
      h('li', {}, h('i'), t(`key_${this.kind}`))];
    if (this.kind === 'compared') items.push(h('li', {}, h('i', {class: 't'}), t('key_threshold')));
    this.key.replaceChildren(...items);
  }

  /** The loads at the moment under the pointer. */
  showMoment(index) {
    const point = this.points[index];
    this.hovering = point !== undefined;
    if (!point) {
      if (this.points.length) this.showKey();
      return;
    }
    this.key.replaceChildren(h('li', {}, h('b', {}, time(point.at))), ...[...point.nodes.values()].slice(0, MOST_LINES)
      .map(node => h('li', {}, `${node.node} `, h('b', {}, points(load[this.kind](node))))));
  }

  size() {
    return {width: Math.max(240, this.box.clientWidth), height: this.box.clientHeight};
  }

  rebuild() {
    if (this.points.length < 2) return;
    const style = getComputedStyle(document.documentElement);
    const colour = name => style.getPropertyValue(name).trim();
    const names = this.names();
    this.drawn = names.join();
    this.plot?.destroy();
    this.box.replaceChildren();
    this.plot = new uPlot({
      ...this.size(),
      padding: [18, 64, 0, 0],
      legend: {show: false},
      cursor: {y: false, points: {show: false}, drag: {x: false, y: false}},
      scales: {x: {time: true}, y: {range: (plot, least, most) => [0, Math.min(100, Math.max(50, 10 * Math.ceil((most ?? 0) / 10 + .5)))]}},
      axes: [
        {stroke: colour('--muted'), grid: {show: false}, ticks: {stroke: colour('--rule'), width: 1}, space: 90,
          incrs: [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200],
          font: `12px ${colour('--sans')}`, values: (plot, splits) => splits.map(at => time(at * 1000))},
        {stroke: colour('--muted'), grid: {stroke: colour('--rule'), width: 1}, ticks: {show: false}, size: 36,
          font: `12px ${colour('--sans')}`},
      ],
      series: [
        {},
        ...names.map(() => ({stroke: colour('--faint'), width: 1.25, points: {show: false}, spanGaps: false})),
        ...[0, 1].map(() => ({stroke: colour('--accent'), width: 3, points: {show: false}, spanGaps: false})),
        {stroke: colour('--accent'), width: 1.25, dash: [6, 5], points: {show: false}, spanGaps: false},
      ],
      hooks: {
        draw: [plot => this.label(plot, names, colour)],
        setCursor: [plot => this.showMoment(plot.cursor.idx ?? undefined)],
      },
    }, this.data(names), this.box);
    this.describe();
  }

  /** Names at the right ends of the lines, pushed apart where they would touch, and the moments of change. */
  label(plot, names, colour) {
    const context = plot.ctx;
    const ratio = devicePixelRatio;
    const last = this.points.at(-1);
    context.save();
    context.font = `${12 * ratio}px ${colour('--sans')}`;
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    const ends = names.map(name => ({name, value: last.nodes.has(name) ? load[this.kind](last.nodes.get(name)) : null}))
      .filter(end => typeof end.value === 'number')
      .map(end => ({...end, y: plot.valToPos(end.value, 'y', true)}))
      .sort((a, b) => a.y - b.y);
    ends.forEach((end, i) => {
      if (i > 0) end.y = Math.max(end.y, ends[i - 1].y + 14 * ratio);
      context.fillStyle = colour(end.name === last.primary ? '--accent' : '--muted');
      context.fillText(end.name.slice(0, 12), plot.bbox.left + plot.bbox.width + 6 * ratio, end.y);
    });
    this.points.forEach((point, i) => {
      if (i === 0 || point.primary === this.points[i - 1].primary) return;
      const x = Math.round(plot.valToPos(point.at / 1000, 'x', true));
      context.strokeStyle = colour('--accent');
      context.lineWidth = ratio;
      context.setLineDash([2 * ratio, 3 * ratio]);
      context.beginPath();
      context.moveTo(x, plot.bbox.top);
      context.lineTo(x, plot.bbox.top + plot.bbox.height);
      context.stroke();
      context.fillStyle = colour('--accent');
      context.textAlign = x > plot.bbox.left + plot.bbox.width * .8 ? 'right' : 'left';
      context.fillText(t('becomes_primary', {node: point.primary ?? t('nobody')}), x, plot.bbox.top - 9 * ratio);
    });
    context.restore();
  }

  close() {
    this.dark.removeEventListener('change', this.onTheme);
    this.resized.disconnect();
    this.plot?.destroy();
  }
}
