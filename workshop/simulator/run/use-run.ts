import { useEffect, useState, useSyncExternalStore } from 'react';
import { runOfLink } from '#workshop/simulation/live/link/run-link.ts';
import { usualSettings } from '#workshop/simulation/live/settings.ts';
import { RunDriver, type RunState } from './run-driver.ts';

/** ms between two writings of the address: browsers allow so many and no more. */
const writesEvery = 500;

export interface Run {
  readonly driver: RunDriver;
  readonly state: RunState;
  /** The first action of the link that can't be read. */
  readonly damaged: number | undefined;
}

/** The run of the page's address, or a new one; from then on the address follows the run. */
export function useRun(isCalm: boolean): Run {
  const [{ driver, damaged }] = useState(() => open(isCalm));
  const state = useSyncExternalStore(driver.subscribe, driver.read);
  const { isPlaying } = state;

  useEffect(() => {
    if (!isPlaying) return;
    let frame = 0;
    let before = performance.now();
    const tick = (now: number) => {
      driver.frame(now - before);
      before = now;
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [driver, isPlaying]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let written = '';
    const write = () => {
      timer = undefined;
      const { replaysUntil, shown } = driver.read();
      if (replaysUntil !== undefined || !shown) return;
      const address = addressOf(driver);
      if (address === written) return;
      written = address;
      history.replaceState(history.state, '', address);
    };
    const stop = driver.subscribe(() => (timer ??= setTimeout(write, writesEvery)));
    addEventListener('pagehide', write);
    return () => {
      stop();
      removeEventListener('pagehide', write);
      clearTimeout(timer);
    };
  }, [driver]);

  return { driver, state, damaged };
}

/** The address under which the run so far is played again. */
export function addressOf(driver: RunDriver): string {
  const { origin, pathname } = location;
  const lang = new URLSearchParams(location.search).get('lang');
  const query = new URLSearchParams({ ...(lang !== null && { lang }), ...driver.link() });
  return `${origin}${pathname}?${query.toString()}`;
}

/** A seed that nobody has chosen. */
export function anySeed(): string {
  return String(crypto.getRandomValues(new Uint16Array(1))[0]);
}

function open(isCalm: boolean): { driver: RunDriver; damaged: number | undefined } {
  const linked = runOfLink(new URLSearchParams(location.search));
  const start = { seed: anySeed(), phones: 4, settings: usualSettings, byThemselves: true };
  const { run, isRecorded } = linked ?? { run: { ...start, taken: [], until: 0 }, isRecorded: false };
  return { driver: new RunDriver({ run, isRecorded }, !isCalm), damaged: linked?.damaged };
}
