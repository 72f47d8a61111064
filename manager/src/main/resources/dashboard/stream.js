// Server-sent events by fetch, because the browser's own EventSource cannot send a token in a header.

import {ask} from './token.js';

/** Hears events until it is closed: `open` is called once, `event` with each event's name and data, `end` at the end. */
export class Stream {
  constructor(address, {open, event, end}) {
    this.stop = new AbortController();
    this.read(address, open, event).catch(() => {}).then(() => this.stop.signal.aborted || end());
  }

  async read(address, open, event) {
    const answer = await ask(address, {signal: this.stop.signal, headers: {accept: 'text/event-stream'}});
    if (!answer.ok) return;
    open();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const {value, done} = await reader.read();
      if (done) return;
      const frames = (rest + value).split('\n\n');
      rest = frames.pop();
      for (const frame of frames) {
        const {name, data} = parsed(frame);
        if (data !== null && !this.stop.signal.aborted) event(name, data);
      }
    }
  }

  close() {
    this.stop.abort();
  }
}

/** The manager writes one line for each field; a comment has none. */
function parsed(frame) {
  let name = 'message';
  let data = null;
  for (const line of frame.split('\n')) {
    if (line.startsWith('event:')) name = line.slice(6).trim();
    if (line.startsWith('data:')) data = line.slice(5).trim();
  }
  return {name, data};
}
