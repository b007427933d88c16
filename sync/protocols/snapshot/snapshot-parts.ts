/** What a phone needs only at a snapshot server. It is loaded when the phone meets one (`registry.ts`). */
export { toPlainCarts, findUnreadLines } from './cart-facts.ts';
export { publishStored } from './own-events.ts';
export { findOutcome, traceOrder } from './order-trace.ts';
export { schemas } from './schemas.ts';
export { snapshotProtocol } from './snapshot-server.ts';
export { checkServerCarts, postNewUnread, receiveTabMessage, removeServerCarts } from './tab-carts.ts';
export { applyOpenOrder } from './unanswered.ts';
export { dropPrepared, endPost, hasOpenPost, markRemovals } from './unanswered-posts.ts';
