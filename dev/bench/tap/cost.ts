/** Reads the cost of a tap from the browser's trace. It is CPU time of the main thread, which a busy machine does not stretch. */
import type { Browser } from '@playwright/test';
import { pauseMs, tapAndSettle, type Target } from './target.ts';

export interface Cost {
  /** CPU time from the click until the frame that shows it is committed to the compositor, ms. */
  readonly toCommit: number;
  /** CPU time from the click until the end of all its work, ms. */
  readonly whole: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Start and duration by the wall clock, µs. */
  readonly ts: number;
  readonly dur?: number;
  /** Start and duration in CPU time of the thread, µs. */
  readonly tts?: number;
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly type?: string } };
}

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'cc'];

/** Taps each target once, one after the other. */
export async function measureCosts(browser: Browser, targets: readonly Target[]): Promise<Cost[]> {
  const traceEvents = await trace(browser, async () => {
    for (const target of targets) await tapAndSettle(target);
  });
  const clicks = findClicks(traceEvents);
  if (clicks.length !== targets.length) throw new Error(`${targets.length} taps, ${clicks.length} clicks`);
  return clicks.map((click) => measureCost(click, traceEvents));
}

/** The CPU time of the longest task on the main thread of the tapped page during the taps, ms. */
export async function measureLongestTask(browser: Browser, makeTaps: () => Promise<void>): Promise<number> {
  const traceEvents = await trace(browser, makeTaps);
  const [click] = findClicks(traceEvents);
  if (!click) throw new Error('the trace has no tap');
  const tasks = traceEvents.filter(
    ({ name, pid, tid, tdur }) =>
      name.endsWith('RunTask') && pid === click.pid && tid === click.tid && tdur !== undefined,
  );
  return Math.max(...tasks.map(({ tdur }) => tdur!)) / 1000;
}

async function trace(browser: Browser, work: () => Promise<void>): Promise<readonly TraceEvent[]> {
  await browser.startTracing(undefined, { categories });
  await work();
  return (JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }).traceEvents;
}

function findClicks(traceEvents: readonly TraceEvent[]): TraceEvent[] {
  return traceEvents
    .filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'click')
    .toSorted((a, b) => a.ts - b.ts);
}

function measureCost(click: TraceEvent, all: readonly TraceEvent[]): Cost {
  const inPage = all.filter(
    ({ pid, ts }) => pid === click.pid && ts >= click.ts && ts < click.ts + pauseMs * 1000,
  );
  const onThread = inPage.filter(({ tid, tdur }) => tid === click.tid && tdur !== undefined);
  const measureUntil = (events: readonly TraceEvent[]) =>
    (Math.max(...events.map(({ tts, tdur }) => tts! + tdur!)) - click.tts!) / 1000;
  const commits = onThread.filter(({ name }) => name === 'Commit').toSorted((a, b) => a.ts - b.ts);
  return { toCommit: measureUntil(commits.slice(0, 1)), whole: measureUntil(onThread) };
}
