/** An own action as the phone's engine takes it: one pure step with all its effects, and reading the cart. */
import type { CartEvent } from '#events/catalogue.ts';
import { commandOf, neutralCarts, piecesOf } from '../engines/ours.ts';
import { compared, rulesFold } from '../engines/parts/rules-fold.ts';
import { SteppedPhone } from '../engines/parts/stepped-phone.ts';
import { Mean, Share } from '../timing.ts';
import { userOf } from '../trace/trace.ts';
import { deliveries, type Recording } from '../workload.ts';

/** µs; what disk and server answer is not counted. */
export function wholeStep({ trace, messages }: Recording): { readonly step: number } {
  const userId = userOf(0);
  const phone = new SteppedPhone(0, userId, trace.records[0]!.at);
  const mean = new Mean();
  const run = new Share();
  let seen = 0;
  for (const { index, record } of deliveries(trace, 0)) {
    const message = messages[index] as CartEvent | undefined;
    if (message === undefined) continue;
    phone.passTo(record.at);
    if (record.replica !== 0) {
      phone.peer(message);
      continue;
    }
    const command = commandOf(phone.view, record);
    const start = performance.now();
    seen += phone.wish(command);
    seen += piecesOf(phone.view, userId);
    mean.add(performance.now() - start);
    phone.settle();
  }
  const { sofar } = run;
  const [wrong, all] = compared(neutralCarts(phone.view.carts), rulesFold(trace));
  if (wrong > 0 || !(seen > 0)) throw new Error(`a stepped phone: ${wrong} of ${all} lines are wrong`);
  return { step: mean.microseconds(sofar) };
}
