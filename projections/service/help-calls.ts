import type { Actor, ServiceEvent } from '#events/fulfilment/service-event.ts';
import { standing } from './order-life.ts';

export interface HelpCall {
  readonly helpId: string;
  readonly kind: string;
  /** Whose part of the bill is meant, a user id; undefined: everybody's. */
  readonly share: string | undefined;
  readonly by: Actor;
  /** ms */
  readonly askedAt: number;
  /** Who comes, and when that was said; undefined: nobody has answered. */
  readonly answer: { readonly by: Actor; readonly at: number } | undefined;
}

/** A1: what a table asks for and has not withdrawn, in the order in which it was asked. @param events of the session */
export function helpCalls(events: readonly ServiceEvent[]): readonly HelpCall[] {
  const calls = new Map<string, HelpCall>();
  for (const event of standing(events)) {
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

/** A call stays to be seen for so long after it was answered, ms: whoever comes has come. */
export const answeredForMs = 5 * 60_000;

/** Those that are still to be shown. */
export function currentCalls(calls: readonly HelpCall[], now: number): readonly HelpCall[] {
  return calls.filter(({ answer }) => !answer || now - answer.at < answeredForMs);
}
