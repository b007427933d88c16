/** One diner in a process of its own: does what it is told, one call after the other. */
import { diner, type Diner, type DinerCall } from './diner.ts';

// The phone says on the console what it cannot reach.
console.warn = () => undefined;

let at: Diner | undefined;

async function answer(call: DinerCall): Promise<unknown> {
  if ('seat' in call) {
    at = await diner(call);
    return 'ready';
  }
  return 'tapFor' in call ? await at!.tapFor(call.tapFor) : await at!.shown();
}

process.on('message', (call: DinerCall) => {
  void answer(call).then((said) => process.send!(said));
});
process.on('disconnect', () => process.exit(0));
