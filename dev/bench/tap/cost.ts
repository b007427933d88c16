/** What a tap costs a page, from the browser's own trace: time of the main thread's processor, which a busy machine does not stretch. */
import type { Browser } from '@playwright/test';
import { settledMs, settledTap, type Target } from './target.ts';

export interface Cost {
  /** ms of the processor from the click until the frame that shows it is handed to the compositor. */
  readonly toCommit: number;
  /** The same until everything has settled. */
  readonly whole: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** µs by the clock, and how long. */
  readonly ts: number;
  readonly dur?: number;
  /** The same of the thread's processor. */
  readonly tts?: number;
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly type?: string } };
}

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'cc'];

/** One tap on each, one after the other. */
export async function costs(browser: Browser, targets: readonly Target[]): Promise<Cost[]> {
  await browser.startTracing(undefined, { categories });
  for (const target of targets) await settledTap(target);
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const clicks = traceEvents
    .filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'click')
    .toSorted((a, b) => a.ts - b.ts);
  if (clicks.length !== targets.length) throw new Error(`${targets.length} taps, ${clicks.length} clicks`);
  return clicks.map((click) => costOf(click, traceEvents));
}

function costOf(click: TraceEvent, all: readonly TraceEvent[]): Cost {
  const inPage = all.filter(
    ({ pid, ts }) => pid === click.pid && ts >= click.ts && ts < click.ts + settledMs * 1000,
  );
  const onThread = inPage.filter(({ tid, tdur }) => tid === click.tid && tdur !== undefined);
  const until = (events: readonly TraceEvent[]) =>
    (Math.max(...events.map(({ tts, tdur }) => tts! + tdur!)) - click.tts!) / 1000;
  const commits = onThread.filter(({ name }) => name === 'Commit').toSorted((a, b) => a.ts - b.ts);
  return { toCommit: until(commits.slice(0, 1)), whole: until(onThread) };
}
