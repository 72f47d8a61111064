// The connection to the manager: events, and when it went away.

import {Stream} from './stream.js';
import {ask} from './token.js';

const ASK_AFTER_MS = 20_000;
const LONGEST_WAIT_MS = 5_000;

export class Live {
  /**
   * `hear` is called with every event's name and data, `reread` when what was read before no longer counts, and
   * `status` with null while connected, else with the moment since when the manager is away.
   */
  constructor(group, {hear, reread, status}) {
    Object.assign(this, {hear, reread, status, waits: 0, awaySince: null});
    this.address = '../v1/events' + (group ? `?group=${encodeURIComponent(group)}` : '');
    this.watch = setInterval(() => this.ask(), 5_000);
    this.open();
  }

  open() {
    this.source = new Stream(this.address, {
      open: () => {
        this.waits = 0;
        this.awaySince = null;
        this.heardAt = Date.now();
        this.status(null);
        this.reread();
      },
      event: (name, data) => {
        if (name === 'reset') {
          this.reread();
        } else if (['round', 'change', 'notice'].includes(name)) {
          this.heardAt = Date.now();
          this.hear(name, JSON.parse(data));
        }
      },
      end: () => this.lost(),
    });
  }

  lost() {
    this.source.close();
    this.awaySince ??= Date.now();
    this.status(this.awaySince);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), Math.min(LONGEST_WAIT_MS, 500 * 2 ** this.waits++));
  }

  /** A connection can die without a word; long silence is a reason to ask. */
  async ask() {
    if (this.awaySince !== null || Date.now() - this.heardAt < ASK_AFTER_MS) return;
    this.heardAt = Date.now();
    try {
      await read('../health/live');
    } catch {
      this.lost();
    }
  }

  close() {
    this.source.close();
    clearTimeout(this.timer);
    clearInterval(this.watch);
  }
}

/** What the manager answers, or null where it knows of no such thing. */
export async function read(address) {
  const answer = await ask(address, {signal: AbortSignal.timeout(8_000)});
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}
