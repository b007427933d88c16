import type { Actor, ServiceEvent } from '#events/fulfilment/service-event.ts';
import { dropUndone } from './order-life.ts';

export interface HelpCall {
  readonly helpId: string;
  readonly kind: string;
  /** The user id of the diner whose share the call is about; undefined if it is about the whole bill. */
  readonly share: string | undefined;
  readonly by: Actor;
  /** ms */
  readonly askedAt: number;
  /** The staff member who is coming, and since when; undefined until one has answered. */
  readonly answer: { readonly by: Actor; readonly at: number } | undefined;
}

/**
 * Returns the calls of a table that were not withdrawn, in order.
 *
 * @param events of the session
 */
export function listHelpCalls(events: readonly ServiceEvent[]): readonly HelpCall[] {
  const calls = new Map<string, HelpCall>();
  for (const event of dropUndone(events)) {
    if (event.type === 'helpAsked') {
      const { helpId, kind, share, by, at } = event;
      calls.set(helpId, { helpId, kind, share, by, askedAt: at, answer: undefined });
    } else if (event.type === 'helpAnswered') {
      const call = calls.get(event.helpId);
      if (call && !call.answer) calls.set(event.helpId, { ...call, answer: { by: event.by, at: event.at } });
    } else if (event.type === 'helpWithdrawn') calls.delete(event.helpId);
    else if (event.type === 'sessionClosed') calls.clear();
  }
  return [...calls.values()];
}

/** How long a call is shown after it was answered, ms. By then somebody has come. */
export const answeredForMs = 5 * 60_000;

/** Returns the calls that are still shown. */
export function filterCurrentCalls(calls: readonly HelpCall[], now: number): readonly HelpCall[] {
  return calls.filter(({ answer }) => !answer || now - answer.at < answeredForMs);
}
