/** An event server refuses a whole request. It names the events that it rejects, so here it has decided on none. */
import type { AnyEvent } from '#events/cart/registry.ts';
import { applyRecords } from '../../log/knowledge.ts';
import { requestCatchUp } from '../../parts/catch-up-requests.ts';
import { handleRefused, staleCodes, unacceptable } from '../../parts/refusals.ts';
import { pauseOutbox, markUnsent } from '../../parts/tries.ts';
import type { TransportFailure } from '../../ports/transport.ts';
import { change, type StepContext } from '../../state/step-context.ts';

export function applyEventRefusal(
  context: StepContext,
  refusal: Extract<TransportFailure, { kind: 'refused' }>,
  events: readonly AnyEvent[],
): void {
  const { code } = refusal;
  const isAtFault = unacceptable.includes(code);
  if (isAtFault && events.length > 1) return change(context, 'outbox', { batchSize: 1 });
  if (!isAtFault) {
    handleRefused(context, 'update', refusal);
    if (staleCodes.includes(code)) requestCatchUp(context);
  } else if (context.state.tabs.leads) {
    // To a tab that leads no more it is a late answer: the one that does sends the event as well.
    // An event-aware server names the events that it rejects: this one has decided nothing, and the others hear nothing.
    const ids = events.map(({ id }) => id);
    applyRecords(context, [{ t: context.moment.now, from: 'local', rejected: { ids, code } }]);
  }
  if (isAtFault) markUnsent(context, events);
  pauseOutbox(context, 'refused');
}
