import { faultsIn } from '../mutant.ts';

const calls = ['tests/server-cart/calls/order-calls.test.ts'] as const;
const coupons = ['tests/server-cart/calls/order-coupons.test.ts'] as const;
const rules = ['tests/server-cart/rules/placement-rules.test.ts'] as const;
const today = ['tests/server/menu/words-of-today.test.ts'] as const;

export const orders = [
  ...faultsIn('server/menu/portions.ts', today, [
    { rule: 'CX10', fault: 'an order takes more portions than are left', code: 'wanted > left);', broken: 'wanted > left + 1_000);' },
    { rule: 'CX10', fault: 'with the last portion the dish is not sold out', code: 'sold_out: left <= wanted ? 1 : 0', broken: 'sold_out: 0' },
  ]),
  ...faultsIn('server/ordering/orders/count-portions.ts', today, [
    { rule: 'CX10', fault: 'a dish that the staff take back is one less', code: '-undone.quantity', broken: '+undone.quantity' },
  ]),
  ...faultsIn('server/service/fulfilment/update-menus.ts', today, [
    { rule: 'CX10', fault: 'what comes back by itself is sold out', code: 'sold_out: 0, said_until: null', broken: 'said_until: null' },
  ]),
  ...faultsIn('server/ordering/cart/priced-lines.ts', ['tests/server-cart/rules/priced-lines.test.ts'], [
    { rule: 'prices', fault: 'what is not on the menu has a sum', code: 'itemWithAdjustmentAmount: product && lineAmount', broken: 'itemWithAdjustmentAmount: lineAmount' },
    { rule: 'prices', fault: 'what cannot be ordered stands among what can', code: '(problem === undefined) === isValid', broken: 'problem === undefined || isValid' },
  ]),
  ...faultsIn('contract/dish/priced-item.ts', ['tests/server-cart/rules/priced-lines.test.ts'], [
    { rule: 'prices', fault: 'a choice costs what the phone says', code: 'price: option?.price,', broken: 'price: item.modifiers.find(({ modifierProductId }) => modifierProductId === id)?.price ?? option?.price,' },
    { rule: 'prices', fault: 'a dish costs what the phone says', code: 'price: product?.price ?? seen?.price,', broken: 'price: item.price ?? product?.price,' },
  ]),
  ...faultsIn('server/ordering/orders/placing/place-order.ts', calls, [
    { rule: 'O5', fault: 'the order does not say what it kept', code: 'orderPlaced(fields, { orderId, kept }),', broken: 'orderPlaced(fields, { orderId, kept: kept && undefined }),' },
    { rule: 'D11', fault: 'a guest places an order', code: "if (who.asker.kind !== 'member' && !(await mayGuestOrder(deps.db, who)))", broken: "if (who.asker.kind === 'anonymous')" },
    { rule: 'orders', fault: 'the phone’s order type goes before the table’s', code: 'type: orderTypeOf(session, view.orderType ?? body.type)', broken: 'type: orderTypeOf(session, body.type ?? view.orderType)' },
    { rule: 'orders', fault: 'the phone’s number of guests goes before the table’s', code: 'view.guests || body.guests || 1', broken: 'body.guests || view.guests || 1' },
    { rule: 'D7', fault: 'an empty order code costs a try', code: "needsCode && code !== '' ?", broken: 'needsCode ?' },
    { rule: 'D36', fault: 'an order goes through when the wrong codes are used up', code: "if (needsCode && tried === 'spent') {", broken: "if (needsCode && code === '') {" },
    { rule: 'D7', fault: 'an order code is good for two orders', code: 'if (needsCode) await spendOrderCode(trx, session.id, now);', broken: '' },
    { rule: 'O2', fault: 'the same attempt again is another order', code: 'if (earlier) return {', broken: 'if (earlier && !body) return {' },
    { rule: 'D18', fault: 'a round goes onto an order that is being paid', code: 'if (checkout) return refuse(checkout.code, checkout.msg);', broken: '' },
    { rule: 'D18', fault: 'a second round is another order', code: 'open?.row.id ?? deps.ids.next()', broken: 'deps.ids.next()' },
    { rule: 'D18', fault: 'the second round has the first one’s number', code: '(open?.row.rounds ?? 0) + 1', broken: '(open?.row.rounds ?? 1)' },
  ]),
  ...faultsIn('server/ordering/orders/placing/place-order.ts', coupons, [
    { rule: 'coupons', fault: 'an order bears two coupons', code: 'if (open && open.placed.orderCoupons.length > 0)\n    return {', broken: 'if (!open && items.length === 0)\n    return {' },
    { rule: 'coupons', fault: 'a coupon is not used up', code: 'if (coupon && !(await redeemCoupon(trx, coupon, orderId, now)))', broken: 'if (coupon && redeemCoupon.length === 0)' },
  ]),
  ...faultsIn('server/ordering/orders/placing/placement-rules.ts', rules, [
    { rule: 'O1', fault: 'an unseen decrease is ordered all the same', code: "      case 'itemDecreased':\n      case 'notesEdited': {", broken: "      case 'itemDecreased':\n        break;\n      case 'notesEdited': {" },
    { rule: 'O1', fault: 'an unseen clear of the table is ordered all the same', code: 'if (ordered.entries.some((each) => removes(entry as RemovalEntry, each))) return true;', broken: '' },
    { rule: 'O5', fault: 'an unseen clear of what stays refuses the order', code: 'ordered.entries.some((each) => removes', broken: '[...ordered.entries, ...leftOut.entries].some((each) => removes' },
    { rule: 'O5', fault: 'another order is looked at for additions alone', code: 'ordered.entries.some((each) => removes(entry', broken: "ordered.entries.some((each) => each.upcast?.type === 'itemAdded' && removes(entry" },
    { rule: 'O5', fault: 'an unseen change of what stays refuses the order', code: 'const lines = linesOf(ordered, event.userId);', broken: 'const lines = [...linesOf(ordered, event.userId), ...linesOf(leftOut, event.userId)];' },
    { rule: 'O5', fault: 'a change of what stays counts for the ordered line with that key', code: 'if (mayMean && lines.some', broken: 'if ((mayMean || key) && lines.some' },
    { rule: 'O5', fault: 'a name that is no line’s leaves nothing out', code: 'if (!areAllFound(without, leftOut)) return cartUpdated;', broken: '' },
    { rule: 'O5', fault: 'what is sold out and stays refuses the order', code: 'const refusal = lineRefusal(ordered, menu);', broken: 'const refusal = lineRefusal(view, menu);' },
    { rule: 'O5', fault: 'what stays is ordered as well', code: 'view: { ...view, carts: ordered.carts }', broken: 'view' },
    { rule: 'O1', fault: 'other quantities than the diner saw are ordered', code: '.every((quantity) => quantity === 0)', broken: '.every((quantity) => quantity >= 0)' },
    { rule: 'O1', fault: 'a cut that the server does not know is ordered', code: 'if (!seen || !includes(known, seen)) return cartUpdated;', broken: 'if (!seen) return cartUpdated;' },
    { rule: 'O1', fault: 'a cut without what its own events had seen is ordered', code: 'view.blocked.length > 0 || ', broken: '' },
    { rule: 'orders', fault: 'an empty cart is an order', code: "if (ordered.carts.length === 0) return createRefusal(codes.badRequest, 'The cart is empty');", broken: '' },
    { rule: 'orders', fault: 'what has left the menu is ordered', code: 'return menu.has(item.productId) ? findItemProblem(item, menu) : codes.soldOut;', broken: 'return menu.has(item.productId) ? findItemProblem(item, menu) : undefined;' },
  ]),
  ...faultsIn('server/ordering/orders/placing/placements.ts', calls, [
    { rule: 'O2', fault: 'another diner’s attempt is told', code: 'placement && placement.user_id !== asker.userId', broken: 'placement && placement.user_id === null' },
  ]),
  ...faultsIn('server/ordering/orders/routes.ts', calls, [
    { rule: 'O2', fault: 'an attempt that never came may still come', code: 'value: await storePlacement(trx, placementId, who, unseen, clock.now())', broken: 'value: { ...unseen, order_id: null } as never' },
  ]),
  ...faultsIn('server/ordering/orders/placing/preview-order.ts', calls, [
    { rule: 'preview', fault: 'lines without a quantity are shown and summed', code: '.filter(({ quantity }) => quantity > 0)', broken: '.filter(({ quantity }) => quantity !== 0 || true)' },
    { rule: 'preview', fault: 'a line below zero takes off', code: '.filter(({ quantity }) => quantity > 0)', broken: '.filter(({ quantity }) => quantity !== 0)' },
    { rule: 'preview', fault: 'what is sold out is priced', code: 'return refusal ?? {', broken: 'return refusal?.ok ? refusal : {' },
  ]),
  ...faultsIn('server/ordering/orders/placing/preview-order.ts', coupons, [
    { rule: 'coupons', fault: 'a guest’s preview bears a coupon', code: "if (asker.kind !== 'member') return undefined;", broken: "if (asker.kind !== 'member') throw new Refusal(codes.couponUnusable, '');" },
    { rule: 'coupons', fault: 'a second round’s preview bears another coupon', code: 'const hasCoupon = (open?.order.orderCoupons.length ?? 0) > 0;', broken: 'const hasCoupon = false;' },
  ]),
  ...faultsIn('server/ordering/orders/order-body.ts', coupons, [
    { rule: 'D67', fault: 'a coupon on the bill counts the round alone', code: 'before: open?.subTotalAmount ?? zero', broken: 'before: open && zero ? zero : zero' },
  ]),
  ...faultsIn('server/ordering/orders/placing/place-order.ts', coupons, [
    { rule: 'D67', fault: 'what was voided before counts', code: 'soFar: billSoFar(items, open?.order)', broken: 'soFar: billSoFar(items, open?.placed)' },
  ]),
  ...faultsIn('server/ordering/orders/hand-over-orders.ts', calls, [
    { rule: 'O4', fault: 'a member without a name blanks the names on the lines', code: 'userName: name || line.userName', broken: 'userName: name' },
    { rule: 'O4', fault: 'the member gets everybody’s lines', code: 'line.userId === guestId ? { ...line, userId,', broken: 'line ? { ...line, userId,' },
    { rule: 'O4', fault: 'the member may not read what the guest had ordered', code: 'await addReaders(trx, orderId, [member.id]);', broken: '' },
  ]),
  ...faultsIn('server/ordering/orders/order-body.ts', calls, [
    { rule: 'D18', fault: 'the totals are those of the last round', code: '...calculateMoney(orderItems, orderCoupons, charges),', broken: '...calculateMoney(items, orderCoupons, charges),' },
    { rule: 'D18', fault: 'two rounds have lines of the same id', code: 'id: `${round}-${index + 1}`,', broken: 'id: `${index + 1}`,' },
    { rule: 'D18', fault: 'the row version stays', code: 'rowVersion: order.rowVersion + 1,', broken: 'rowVersion: Math.max(order.rowVersion, 1),' },
  ]),
  ...faultsIn('server/ordering/orders/read-orders.ts', calls, [
    { rule: 'privacy', fault: 'anybody of the merchant reads every order', code: "row('id', 'in', row.selectFrom('order_members').select('order_id').where('user_id', '=', userId)),", broken: "row('id', 'in', row.selectFrom('order_members').select('order_id')),\n        row('merchant_id', '=', userId)," },
    { rule: 'orders', fault: 'the second page is the first', code: '(Math.max(pageIndex, 1) - 1) * orderListPageSize', broken: '(Math.max(pageIndex, 1) - 1) * 0' },
  ]),
  ...faultsIn('server/menu/coupons/order-coupon.ts', coupons, [
    { rule: 'coupons', fault: 'a coupon that was used is used again', code: "    .where('used_at', 'is', null)\n", broken: '' },
    { rule: 'coupons', fault: 'a coupon that has expired is used', code: "    .where('expires_at', '>', now)\n", broken: '' },
    { rule: 'coupons', fault: 'somebody else’s coupon is used', code: "    .where('user_id', '=', userId)\n", broken: '' },
    { rule: 'coupons', fault: 'a coupon that takes off nothing is used up', code: 'coupon && compareAmounts(coupon.amount, zero) > 0', broken: 'coupon && compareAmounts(coupon.amount, zero) >= 0' },
  ]),
  ...faultsIn('server/platform/sms/order-codes.ts', ['tests/server/members/order-codes.test.ts'], [
    { rule: 'D7', fault: 'an order code is found by trying', code: ".else(row('tries_left', '-', 1))", broken: ".else(row('tries_left', '-', 0))" },
    { rule: 'D36', fault: 'a code after an order comes with new tries', code: 'sessionId, last?.tries_left ?? maxOrderCodeTries);', broken: 'sessionId, maxOrderCodeTries);' },
    { rule: 'D36', fault: 'a table that guessed too often is sent a new code', code: 'if (last && last.tries_left <= 0) throw orderCodesSpentRefusal();', broken: '' },
    { rule: 'D36', fault: 'the staff’s new code has no tries', code: 'const tries = renew || isSpent ?', broken: 'const tries = renew && isSpent ?' },
    { rule: 'D7', fault: 'another table’s order code is good', code: "    .where('session_id', '=', sessionId)\n    .where('used_at', 'is', null)", broken: "    .where('used_at', 'is', null)" },
  ]),
]; // prettier-ignore
