import type { Page } from '@playwright/test';

/** What a phone shows from a moment on; `at` in ms, like `Date.now()`. */
interface Frame {
  readonly at: number;
  readonly png: Buffer;
}

/** Films one phone. */
export interface Camera {
  /** What the phone showed at a moment. */
  at(time: number): Buffer;
  stop(): Promise<void>;
}

/** Films a page from now on: the browser hands over each picture that it paints. @param step ms of the finest cut */
export async function rollCamera(page: Page, step: number): Promise<Camera> {
  const frames: Frame[] = [{ at: 0, png: await page.screenshot({ scale: 'css' }) }];
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const frame = { at: (metadata.timestamp ?? Date.now() / 1000) * 1000, png: Buffer.from(data, 'base64') };
    const last = frames.at(-1)!;
    // Of all that is painted between two cuts the last one counts.
    if (Math.floor(last.at / step) === Math.floor(frame.at / step)) frames.pop();
    frames.push(frame);
    // A page that is being closed needs no answer.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'png' });
  return {
    at: (time) => (frames.findLast(({ at }) => at <= time) ?? frames[0]!).png,
    stop: () => session.detach(),
  };
}
