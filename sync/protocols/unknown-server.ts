/** The protocol before the first answer: the phone asks for the cart and waits. It sends no change. */
import { eventProtocol } from './event/event-server.ts';
import type { Protocol } from './protocol.ts';
import { snapshotProtocol } from './snapshot/snapshot-server.ts';

export const unknownProtocol: Protocol = {
  // A snapshot server is the safe assumption, because it does not recognise a change that it receives twice.
  ...snapshotProtocol,
  isKnown: false,
  needsCart: () => false,
  applyRefusal: eventProtocol.applyRefusal,
  isOfOtherServer: () => false,
  onlyLeaderAsks: false,
  // The answer may come from either kind.
  expectedOf: (state) => ({
    covers: snapshotProtocol.expectedOf(state).covers,
    answered: eventProtocol.expectedOf(state).answered,
  }),
  cartVersion: eventProtocol.cartVersion,
  asksAfterMessages: false,
  canLeaveOutLines: false,
  settlesSlowly: false,
  isRepeatedOrder: () => false,
  // An order without a trace was placed at an event server. With a trace, the first answer decides.
  placementQuestion: (placement) =>
    placement.trace ? undefined : eventProtocol.placementQuestion(placement),
  mayTryAgain: () => false,
};
