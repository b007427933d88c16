/** Runs one attack in its own process, so that its work does not slow down the honest diners' phones. */
import { createCaller } from '#tests/server/server-under-test.ts';
import { attacks } from './attacks.ts';
import type { Scene } from './evening.ts';

/** A scene without the functions, which cannot be sent to another process. */
export interface AttackOrder extends Pick<Scene, 'address' | 'eve' | 'stolen'> {
  readonly name: string;
  readonly dishes: Scene['dishes'];
  readonly ms: number;
}

process.once('message', (order: AttackOrder) => {
  const { name, ms, ...scene } = order;
  const over = AbortSignal.timeout(ms);
  const isOngoing = () => !over.aborted;
  const exitAttacker = () => process.exit(0);
  void attacks[name]!({ ...scene, call: createCaller(scene.address), isOngoing, over }).then(
    exitAttacker,
    exitAttacker,
  );
});
process.send?.('ready');
