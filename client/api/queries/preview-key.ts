import type { BodyOf } from '#contract/http/call.ts';
import type { previewOrder } from '#contract/calls/order.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';

/** Numbers the menus that were loaded. A new menu may have other prices, so the number is part of the preview's key. */
const menuNumbers = new WeakMap<MenuIndex, number>();
let menuCount = 0;

function getMenuNumber(menu: MenuIndex): number {
  const number = menuNumbers.get(menu) ?? (menuCount += 1);
  menuNumbers.set(menu, number);
  return number;
}

/** The key of the totals. It leaves out the ids of lines: a server names them late, and their dishes cost the same. */
export function createPreviewKey(body: BodyOf<typeof previewOrder>, menu: MenuIndex) {
  const orderItems = body.orderItems.map((item) => ({ ...item, id: undefined }));
  return ['preview', { ...body, orderItems }, getMenuNumber(menu)] as const;
}
