import type { Scene } from './evening.ts';

/** Repeats `once` in `width` parallel loops until the attack is over. */
export async function runCrowd(
  scene: Pick<Scene, 'isOngoing' | 'over'>,
  width: number,
  once: (n: number) => Promise<unknown>,
): Promise<void> {
  let n = 0;
  // Does not wait for open requests, because an aborted one may never end.
  const isOver = new Promise<void>((resolve) => {
    scene.over.addEventListener('abort', () => resolve());
  });
  const runLoop = async () => {
    while (scene.isOngoing()) await Promise.race([once((n += 1)).catch(() => undefined), isOver]);
  };
  await Promise.all(Array.from({ length: width }, runLoop));
}
