/** What travels on the WebSocket of a page. */
import type { BrowserContext } from '@playwright/test';

export interface Traffic {
  readonly sent: number;
  readonly received: number;
  readonly frames: number;
}

export interface Socket {
  /** Bytes and frames since the last look. */
  take(): Traffic;
}

/** A frame's own bytes: more for a longer payload, and a browser masks what it sends. */
function frameBytes(payload: string, isSent: boolean): number {
  const length = Buffer.byteLength(payload);
  return length + (length < 126 ? 2 : length < 65_536 ? 4 : 10) + (isSent ? 4 : 0);
}

/** What goes on whether anybody taps or not. */
function isRoutine(payload: string): boolean {
  return /"type":"p[io]ng"|"messageType":"presence"/.test(payload);
}

/** Call before the page is opened. */
export function watchSockets(context: BrowserContext): Socket {
  let [sent, received, frames] = [0, 0, 0];
  const count = (payload: string | Buffer, isSent: boolean) => {
    const text = String(payload);
    if (isRoutine(text)) return;
    if (isSent) sent += frameBytes(text, true);
    else received += frameBytes(text, false);
    frames += 1;
  };
  context.on('page', (page) =>
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => count(payload, true));
      socket.on('framereceived', ({ payload }) => count(payload, false));
    }),
  );
  return {
    take() {
      const traffic = { sent, received, frames };
      [sent, received, frames] = [0, 0, 0];
      return traffic;
    },
  };
}
