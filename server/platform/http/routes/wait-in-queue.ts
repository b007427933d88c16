/**
 * Waits until the place that is added to the line is taken out of it and goes on; who hangs up leaves it.
 * @param gone aborted with a Refusal, with which this rejects: nobody reads it
 */
export async function waitInQueue<Place>(
  line: Place[],
  placeOf: (go: () => void) => Place,
  gone?: AbortSignal,
): Promise<void> {
  gone?.throwIfAborted();
  await new Promise<void>((go, leave) => {
    const place = placeOf(go);
    line.push(place);
    gone?.addEventListener('abort', () => {
      const at = line.indexOf(place);
      // Whose turn has come takes it, and gives it back.
      if (at === -1) return;
      line.splice(at, 1);
      leave(gone.reason as Error);
    });
  });
}
