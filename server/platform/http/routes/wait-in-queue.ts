/**
 * Adds a place to the line, and resolves when the owner of the line removes the place and calls its `go`.
 *
 * @param gone when aborted, the place leaves the line and the call rejects with the signal's reason
 */
export async function waitInQueue<Place>(
  line: Place[],
  createPlace: (go: () => void) => Place,
  gone?: AbortSignal,
): Promise<void> {
  gone?.throwIfAborted();
  await new Promise<void>((go, leave) => {
    const place = createPlace(go);
    line.push(place);
    gone?.addEventListener('abort', () => {
      const at = line.indexOf(place);
      // The place has been removed already. The caller goes on, notices the abort itself and frees its turn.
      if (at === -1) return;
      line.splice(at, 1);
      leave(gone.reason as Error);
    });
  });
}
