const waiting = new Set<() => void>();
let isPainted = false;

/**
 * Runs `work` after the next frame is painted. It runs at once inside such work and in a hidden page, which paints no frames.
 * Work that still waits when the page is hidden or closed runs then, so that none is lost.
 */
export function runAfterFrame(work: () => void): void {
  if (isPainted || document.hidden) return work();
  const runOnce = () => {
    if (!waiting.delete(runOnce)) return;
    isPainted = true;
    try {
      work();
    } finally {
      isPainted = false;
    }
  };
  waiting.add(runOnce);
  requestAnimationFrame(() => setTimeout(runOnce));
}

// In the capture phase, so that this work runs before listeners that save the state. A page that is closed is hidden first.
globalThis.addEventListener?.('visibilitychange', () => waiting.forEach((once) => once()), true);
