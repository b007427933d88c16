import { afterEach, beforeEach, vi } from 'vitest';

export const frameMs = 16;

/** Gives a test a page whose frames come by its timers. `vi.unstubAllGlobals` takes the page away. */
export function withFrames(visibilityState: DocumentVisibilityState = 'visible'): void {
  vi.stubGlobal('document', { hidden: visibilityState === 'hidden' });
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => setTimeout(work, frameMs));
}

/** Gives each test of a file such a page, with fake timers. */
export function installFrames(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    withFrames();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
