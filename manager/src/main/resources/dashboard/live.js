// The connection to the manager: events, and when it went away.

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
    const source = this.source = new EventSource(this.address);
    source.onopen = () => {
      this.waits = 0;
      this.awaySince = null;
      this.heardAt = Date.now();
      this.status(null);
      this.reread();
    };
    source.onerror = () => this.lost();
    for (const name of ['round', 'change', 'notice']) {
      source.addEventListener(name, event => {
        this.heardAt = Date.now();
        this.hear(name, JSON.parse(event.data));
      });
    }
    source.addEventListener('reset', () => this.reread());
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
  const answer = await fetch(address, {signal: AbortSignal.timeout(8_000), cache: 'no-store'});
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}
