// Elements without markup: what a node or a stranger sent is only ever text.

/** An element with properties and children; text stays text. */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === 'class') element.className = value;
    else if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter(child => child != null));
  return element;
}

/** Changes a text only where it differs, so that a screen reader and a selection are left alone. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function setClass(element, name) {
  if (element.className !== name) element.className = name;
}

/**
 * The rows of a table body, kept by key: a row that stays keeps its elements, its focus and what is open in it.
 * `make(item)` gives {rows, update}: the row elements and what puts them up to date.
 */
export class Rows {
  constructor(body, key, make) {
    Object.assign(this, {body, key, make, kept: new Map()});
  }

  show(items) {
    const wanted = new Map(items.map(item => [this.key(item), item]));
    for (const [key, {rows}] of this.kept) {
      if (!wanted.has(key)) {
        rows.forEach(row => row.remove());
        this.kept.delete(key);
      }
    }
    let place = this.body.firstElementChild;
    for (const [key, item] of wanted) {
      if (!this.kept.has(key)) this.kept.set(key, this.make(item));
      const {rows, update} = this.kept.get(key);
      update(item);
      for (const row of rows) {
        if (row === place) place = place.nextElementSibling;
        else this.body.insertBefore(row, place);
      }
    }
  }
}

/** A table with a head of [text, class] pairs in a box that scrolls sideways where it is narrow. */
export function table(label, heads, name = '') {
  const body = h('tbody');
  const element = h('table', {class: name, 'aria-label': label},
    h('thead', {}, h('tr', {}, heads.map(([text, kind]) => h('th', {scope: 'col', class: kind ?? ''}, text)))), body);
  return {element: h('div', {class: 'scroll'}, element), body};
}
