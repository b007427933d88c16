/** Every layer that opens over a diner's page is checked with axe by an end-to-end test that opens it. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The name under which an end-to-end test checks the layer: `expectSound(page, NAME)`, or a `LayerCheck`. */
const looks: Readonly<Record<string, string>> = {
  'allergy/AllergyPart': 'allergy',
  'features/account/EditNamePopup': 'name',
  'features/account/RemoveAccount': 'an account to be removed',
  'features/account/login/LoginPopup': 'login',
  'features/account/profile/BecomeMemberPopup': 'become a member',
  'features/account/profile/BirthdayField': 'wheels',
  'features/notices/InactiveOrder': 'inactive order',
  'features/notices/OrderNews': 'order updated',
  'features/notices/RejectedChanges': 'a late note',
  'features/notices/RestoredTable': 'the restored table',
  'features/notices/SessionEnd': 'the end',
  'features/order/cart/CartPanel': 'cart',
  'features/order/cart/ClearCart': 'clear',
  'features/order/cart/UnusualCount': 'an unusual count',
  'features/order/cart/line/LineSheet': 'a suggestion',
  'features/order/cart/line/NotesSheet': 'notes',
  'features/order/filter/FilterSheet': 'filter',
  'features/order/menu/CategorySheet': 'sections',
  'features/order/menu/LookSheet': 'text size',
  'features/order/preview/CouponChoice': 'coupons',
  'features/order/preview/OrderPreview': 'review',
  'features/order/product/ProductSheet': 'dish',
  'features/order/together/TableSheet': 'table',
  'features/orders/paying/PaySheet': 'what to pay',
  'features/orders/receipt/ReceiptSheet': 'a receipt',
  'features/support/report/ReportSheet': 'a report',
  'features/support/viewer/KeysSheet': 'the viewer’s keys',
  'features/table/OrderTypePopup': 'order type',
  'shell/pages/LatePage': 'a page that does not come',
  'split/SplitSheet': 'split',
};

function listFiles(folder: string, ending: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return all.filter((file) => file.endsWith(ending)).map((file) => `${folder}/${file}`);
}

test('every layer over a diner’s page has a screenshot', () => {
  const opening = listFiles('src', '.tsx').filter((file) =>
    /<(Sheet|Dialog|FullScreen)\b/.test(readFileSync(file, 'utf8')),
  );
  const named = opening.map((file) => file.slice('src/'.length, -'.tsx'.length));
  expect(named.toSorted()).toEqual(Object.keys(looks).toSorted());
});

test('every screenshot is taken in an end-to-end test', () => {
  const journeys = listFiles('e2e', '.spec.ts').map((file) => readFileSync(file, 'utf8'));
  const taken = /(?:expectSound\([\w.]+, |[cC]heck\w*\.(?:open|openAndClose|look|lookAt)\(\s*)'([^']+)'/g;
  const names = new Set(journeys.flatMap((text) => [...text.matchAll(taken)].map(([, name]) => name)));
  expect(Object.values(looks).filter((name) => !names.has(name))).toEqual([]);
});
