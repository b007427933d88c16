import { faultsIn } from '../mutant.ts';

const acts = ['tests/server/fulfilment/acts.test.ts'] as const;
const help = ['tests/server/fulfilment/help.test.ts'] as const;
const life = ['tests/projections/service/order-life.test.ts'] as const;

export const deskFaults = [
  ...faultsIn('projections/service/order-life.ts', life, [
    { rule: 'A3', fault: 'what was taken back still counts', code: '!gone.has(actId)', broken: "!gone.has(actId + ' ')" },
    { rule: 'A1', fault: 'what is served was never sent', code: 'const sent = markSent(dish, ready, at);', broken: 'const sent = dish;' },
    { rule: 'A3', fault: 'more is served than is left', code: 'served: Math.min(served, ready.left), servedAt', broken: 'served, servedAt' },
    { rule: 'A1', fault: 'a void takes what is furthest', code: 'const fromSent = Math.max(0, dish.sent - left);', broken: 'const fromSent = Math.min(dish.sent, gone);' },
    { rule: 'A1', fault: 'a reopened order stays closed', code: '        closed = undefined;\n', broken: '' },
  ]),
  ...faultsIn('server/service/fulfilment/decide-payment.ts', acts, [
    { rule: 'A3', fault: 'more is paid than is owed', code: "if (compareAmounts(paid.amount, owed) > 0) return refuse('moreThanOwed');", broken: '' },
  ]),
  ...faultsIn('server/service/fulfilment/decide-act.ts', acts, [
    { rule: 'A3', fault: 'two waiters serve the same pieces', code: "  return left - (type === 'dishReady' ? ready : served);", broken: '  return left + ready + served;' },
    { rule: 'A3', fault: 'what has been paid may be voided', code: "return isBelow && !wasBelow ? refuse('belowPaid') : decision;", broken: 'return isBelow && wasBelow ? refuse(\'belowPaid\') : decision;' },
    { rule: 'A2', fault: 'an order is closed with another sum than was shown', code: 'compareAmounts(command.owed, owedAmount(order)) !== 0 || command.unsent !== countUnsent(order)', broken: 'compareAmounts(command.owed, owedAmount(order)) !== 0' },
    { rule: 'A3', fault: 'everything can be taken back for ever', code: '|| circumstances.now - undone.at > takeBackMs', broken: '' },
    { rule: 'CX16', fault: 'an added dish costs what the page says', code: "priceItem(item, menu, 'no price')", broken: '{ ...priceItem(item, menu, \'no price\'), price: item.price }' },
  ]),
  ...faultsIn('server/service/fulfilment/do-act.ts', acts, [
    { rule: 'A3', fault: 'the same tap twice is two', code: '    if (before) return before;\n', broken: '' },
    { rule: 'A2', fault: 'nobody knows who did it', code: '    by,\n    at: circumstances.now', broken: "    by: { kind: 'server' as const, name: '' },\n    at: circumstances.now" },
  ]),
  ...faultsIn('server/service/fulfilment/tables/schedule-end.ts', acts, [
    { rule: 'D45', fault: 'a payment that was taken back sends the party away', code: 'closes_at: isPaid ? now + waitMs : null', broken: 'closes_at: now + waitMs' },
    { rule: 'D45', fault: 'who has paid and waits for a dish is sent away', code: 'open.length === 0 ? takeBackMs', broken: 'open.length >= 0 ? takeBackMs' },
  ]),
  ...faultsIn('server/service/fulfilment/tables/complete-paid.ts', acts, [
    { rule: 'D45', fault: 'an order that owes something is completed with its table', code: ".where('payment_status', '=', paymentStatus.fullyPaid)", broken: '' },
  ]),
  ...faultsIn('server/service/fulfilment/order-at-table.ts', ['tests/server/fulfilment/order-at-table.test.ts'], [
    { rule: 'A3', fault: 'the same tap after an undo opens the table again', code: '    if (before) return before;\n', broken: '' },
    { rule: 'D52', fault: 'each dish is an order of its own', code: '(await findUnpaidOrder(trx, sessionId)) ??', broken: '' },
  ]),
  ...faultsIn('server/service/fulfilment/do-act.ts', ['tests/server/fulfilment/order-at-table.test.ts'], [
    { rule: 'D52', fault: 'an empty order stays open', code: 'return ended ? { ...done, order: ended } : done;', broken: 'return done;' },
    { rule: 'D52', fault: 'who has sat down meanwhile is sent away', code: 'if (await isUnused(trx, sessionId, orderId))', broken: 'if (sessionId)' },
  ]),
  ...faultsIn('server/ordering/orders/order-state.ts', acts, [
    { rule: 'D44', fault: 'a void costs nothing', code: '...(isShort && {', broken: '...(isShort && dish.left < 0 && {' },
    { rule: 'A1', fault: 'a served dish was never sent', code: 'qtySentToKitchen: dish.sent + dish.voidedSent', broken: 'qtySentToKitchen: dish.voidedSent' },
  ]),
  ...faultsIn('server/service/fulfilment/help.ts', help, [
    { rule: 'CX17', fault: 'the same call twice is two', code: 'if (isAsked || calls', broken: 'if (calls' },
    { rule: 'CX17', fault: 'two who answer are two answers', code: '    if (call.answer) return undefined;\n', broken: '' },
    { rule: 'CX17', fault: 'another restaurant answers', code: "    .where('merchant_id', '=', merchantId)\n", broken: '' },
  ]),
  ...faultsIn('server/service/fulfilment/tables/end-session.ts', ['tests/server/fulfilment/close-table.test.ts'], [
    { rule: 'A2', fault: 'what is owed is not asked about', code: 'compareAmounts(seen.owed, left.owed) !== 0 || ', broken: '' },
    { rule: 'A2', fault: 'what was never sent is not asked about', code: ' || seen.unsent !== left.unsent', broken: '' },
  ]),
  ...faultsIn('server/service/fulfilment/tables/take-back.ts', ['tests/server/fulfilment/close-table.test.ts'], [
    { rule: 'A3', fault: 'a closing can be taken back for ever', code: ' || now - act.at > takeBackMs', broken: '' },
    { rule: 'CX19', fault: 'two parties sit at one table', code: "if (tableId !== null && (await", broken: "if (tableId === '' && (await" },
  ]),
  ...faultsIn('server/service/fulfilment/tables/split-sessions.ts', ['tests/server/fulfilment/split-sessions.test.ts'], [
    { rule: 'D49', fault: 'a round that both are in is torn apart', code: '> joined.placed)', broken: '< joined.placed)' },
    { rule: 'A1', fault: 'dishes added at either table bear one number', code: 'actId, by, at: now }, keptId);', broken: 'actId, by, at: now });' },
    { rule: 'D49', fault: 'everybody goes, who sat there before, too', code: 'await moveCarts(trx, from!, to!, now, { userIds, guests });', broken: 'await moveCarts(trx, from!, to!, now, { guests });' },
    { rule: 'D38', fault: 'who was sent away comes back', code: 'removed_at: seat.removed_at, ', broken: '' },
    { rule: 'D49', fault: 'an answered call rings again', code: 'if (answer && !before', broken: 'if (!answer && !before' },
  ]),
  ...faultsIn('server/service/fulfilment/tables/move-session.ts', ['tests/server/fulfilment/move-session.test.ts'], [
    { rule: 'A3', fault: 'a tap that comes twice moves whoever has sat down since', code: 'if (before) return', broken: 'if (before && !before) return' },
    { rule: 'CX19', fault: 'another party than the one that is meant is moved', code: '!isExpectedSession(here, sessionId)', broken: '!here' },
  ]),
  ...faultsIn('server/service/fulfilment/tables/reseat.ts', ['tests/server/fulfilment/move-session.test.ts'], [
    { rule: 'CX19', fault: 'phones are not told where they sit', code: ', moved_at: now', broken: '' },
    { rule: 'CX19', fault: 'orders stay at the old table', code: '{ ...placed, tableId, tableName,', broken: '{ ...placed,' },
  ]),
  ...faultsIn('server/service/fulfilment/tables/merge-sessions.ts', ['tests/server/fulfilment/merge-sessions.test.ts'], [
    { rule: 'CX19', fault: 'another party than the one that is meant joins', code: '!isExpectedSession(from, sessionId)', broken: '!from' },
    { rule: 'CX19', fault: 'a party joins another one than the one that is meant', code: '!isExpectedSession(into, intoSessionId)', broken: '!into' },
    { rule: 'O4', fault: 'the cart of who joins is lost', code: 'await moveCarts(trx, later, kept, at, { guests: { to: guests.after } });', broken: '' },
    { rule: 'A1', fault: 'dishes of two parties bear one number', code: 'createDraft(merged), later.row.id)', broken: 'createDraft(merged))' },
    { rule: 'O2', fault: 'a placement is forgotten', code: '.set({ session_id: toId })', broken: '.set({ session_id: fromId })' },
    { rule: 'CX19', fault: 'the party that came later goes on', code: 'isEarlier(into, from) ? both', broken: '!isEarlier(into, from) ? both' },
  ]),
  ...faultsIn('server/ordering/tables/follow-session.ts', ['tests/server/fulfilment/move-session.test.ts', 'tests/server/fulfilment/merge-sessions.test.ts', 'tests/server/fulfilment/split-sessions.test.ts'], [
    { rule: 'D49', fault: 'a phone of the party that parts is lost', code: '  if (parted) sessions.add(parted.into);\n', broken: '' },
    { rule: 'CX19', fault: 'who was away for two merges is lost', code: '  for (const id of sessions)\n', broken: '  for (const id of [sessionId])\n' },
    { rule: 'CX19', fault: 'a moved party is not found under its old table', code: '  if (event.from !== undefined) tables.add(event.from);\n', broken: '' },
  ]),
  ...faultsIn('server/service/fulfilment/staff-presence.ts', help, [
    { rule: 'CX17', fault: 'a call is offered where nobody has looked for hours', code: "    .where('seen_at', '>', now - presentForMs)\n", broken: '' },
  ]),
]; // prettier-ignore
