/**
 * Handles the refusal of a whole request by an event server. The server rejects single events in a successful answer,
 * so after a refusal it has decided on no event. If the content is at fault, the phone sends the events one by one to
 * find the event at fault.
 */
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
    // Ignore the response if this tab is no longer the leader. The new leader resends the event.
    // The rejection is local: the server has not decided, so peers must not receive it.
    const ids = events.map(({ id }) => id);
    applyRecords(context, [{ t: context.moment.now, from: 'local', rejected: { ids, code } }]);
  }
  if (isAtFault) markUnsent(context, events);
  pauseOutbox(context, 'refused');
}
