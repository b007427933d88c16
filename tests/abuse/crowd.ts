import type { Scene } from './evening.ts';

/** Side by side, until it is over. */
export async function crowd(
  scene: Pick<Scene, 'goesOn' | 'over'>,
  width: number,
  once: (n: number) => Promise<unknown>,
): Promise<void> {
  let n = 0;
  // Whatever is on its way then: a client that hangs up in the middle of an answer may never hear of it.
  const isOver = new Promise<void>((resolve) => {
    scene.over.addEventListener('abort', () => resolve());
  });
  const one = async () => {
    while (scene.goesOn()) await Promise.race([once((n += 1)).catch(() => undefined), isOver]);
  };
  await Promise.all(Array.from({ length: width }, one));
}
