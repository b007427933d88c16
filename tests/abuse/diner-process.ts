/** One diner in its own process. It handles the parent's calls one after the other. */
import { startDiner, type Diner, type DinerCall } from './diner.ts';

// The phone warns on the console when a request fails.
console.warn = () => undefined;

let at: Diner | undefined;

async function answer(call: DinerCall): Promise<unknown> {
  if ('seat' in call) {
    at = await startDiner(call);
    return 'ready';
  }
  return 'tapFor' in call ? await at!.tapFor(call.tapFor) : await at!.shown();
}

process.on('message', (call: DinerCall) => {
  void answer(call).then((said) => process.send!(said));
});
process.on('disconnect', () => process.exit(0));
