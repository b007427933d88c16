const waiting = new Set<() => void>();
let isPainted = false;

/**
 * Does `work` once the next frame is painted; at once where it is, which is within such work, and where nobody looks and
 * there is none. What still waits when the page is hidden or left is done then: nothing is lost with it.
 */
export function runAfterFrame(work: () => void): void {
  if (isPainted || document.hidden) return work();
  const once = () => {
    if (!waiting.delete(once)) return;
    isPainted = true;
    try {
      work();
    } finally {
      isPainted = false;
    }
  };
  waiting.add(once);
  requestAnimationFrame(() => setTimeout(once));
}

// On the way down, so that it is before everybody who saves what there is; a page that is left is hidden, too.
globalThis.addEventListener?.('visibilitychange', () => waiting.forEach((once) => once()), true);
