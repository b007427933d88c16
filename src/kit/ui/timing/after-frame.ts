const waiting = new Set<() => void>();
let isPainted = false;

/**
 * Does `work` once the next frame is painted; at once where it is, which is within such work, and where nobody looks and
 * there is none. What still waits when the page is hidden or left is done then: nothing is lost with it.
 */
export function afterFrame(work: () => void): void {
  if (isPainted || document.visibilityState !== 'visible') return work();
  const once = () => work();
  waiting.add(once);
  requestAnimationFrame(() => setTimeout(() => doNow(once)));
}

function doNow(work: () => void): void {
  if (!waiting.delete(work)) return;
  isPainted = true;
  try {
    work();
  } finally {
    isPainted = false;
  }
}

// On the way down, so that it is before everybody who saves what there is.
if (typeof window !== 'undefined')
  for (const end of ['visibilitychange', 'pagehide'])
    window.addEventListener(end, () => waiting.forEach(doNow), true);
