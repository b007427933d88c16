/** One attack in a process of its own, so that its work is not counted as what the honest diners wait. */
import { caller } from '#tests/server/server-under-test.ts';
import { attacks } from './attacks.ts';
import type { Scene } from './evening.ts';

/** What a scene is made of, as it travels. */
export interface AttackOrder extends Pick<Scene, 'address' | 'eve' | 'stolen'> {
  readonly name: string;
  readonly dishes: Scene['dishes'];
  readonly ms: number;
}

process.once('message', (order: AttackOrder) => {
  const { name, ms, ...scene } = order;
  const over = AbortSignal.timeout(ms);
  const goesOn = () => !over.aborted;
  const done = () => process.exit(0);
  void attacks[name]!({ ...scene, call: caller(scene.address), goesOn, over }).then(done, done);
});
process.send?.('ready');
