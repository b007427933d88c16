/** The protocol before the first answer: the phone asks for the cart and waits. It sends no change. */
import { timeouts } from '#contract/limits.ts';
import { eventProtocol } from './event/event-server.ts';
import type { Protocol } from './protocol.ts';

export const unknownProtocol: Protocol = {
  ...eventProtocol,
  isKnown: false,
  // A snapshot server is the safe assumption, because it does not recognise a change that it receives twice.
  isOneAtATime: true,
  isIdempotent: false,
  answerMs: { first: timeouts.read, most: timeouts.commit },
  isOfOtherServer: () => false,
  announcesChanges: false,
  canLeaveOutLines: false,
  readsOpenOrder: true,
  // An order without a trace was placed at an event server. With a trace, the first answer decides.
  placementQuestion: (placement) =>
    placement.trace ? undefined : eventProtocol.placementQuestion(placement),
};
