/** Does `work` once the next frame is painted; at once where nobody looks and there is none. */
export function afterFrame(work: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(() => setTimeout(work));
  else work();
}
