import { faultsIn } from '../mutant.ts';

const tests = ['tests/server/menu/menu-file.test.ts'] as const;
const ofHours = ['tests/server/menu/hours.test.ts', 'tests/server/menu/serving-times.test.ts'] as const;

export const menuFile = [
  ...faultsIn('contract/menu-file/cross-mistakes.ts', tests, [
    { rule: 'menu file', fault: 'the price of a choice may be finer than the coins', code: "    ...modifiers.flatMap((each) => tooFine(each, ['price'], decimals)),\n", broken: '' },
    { rule: 'menu file', fault: 'the price of a dish may be finer than the coins', code: "    ...tooFine(product, ['price'], decimals),\n", broken: '' },
    { rule: 'menu file', fault: 'a choice must be made of what is sold out', code: 'if (min > available)', broken: 'if (min > modifiers.length)' },
    { rule: 'menu file', fault: 'more stands chosen than may be', code: 'if (defaults > max)', broken: 'if (defaults > 1_000)' },
    { rule: 'menu file', fault: 'more may be chosen than there is', code: 'if (max > modifiers.length)', broken: 'if (max > 1_000)' },
    { rule: 'menu file', fault: 'two tables have one QR code', code: "    ...repeated(tables, 'qrcode'),\n", broken: '' },
    { rule: 'menu file', fault: 'an id made of its place may be another one', code: '{ ...fields, id: createIdByPlace(owner, place) }', broken: 'fields' },
    { rule: 'menu file', fault: 'two dishes have one id', code: "    ...repeated(products, 'id'),\n", broken: '' },
  ]),
  ...faultsIn('contract/menu-file/menu-file-schema.ts', tests, [
    { rule: 'menu file', fault: 'a price may be below zero', code: '/^(0|[1-9]\\d{0,8})(\\.\\d{1,4})?$/', broken: '/^-?(0|[1-9]\\d{0,8})(\\.\\d{1,4})?$/' },
    { rule: 'menu file', fault: 'a tax of 5 is 500 percent', code: '/^(0(\\.\\d{1,6})?|1)$/', broken: '/^(\\d(\\.\\d{1,6})?|1)$/' },
  ]),
  ...faultsIn('server/menu/menu-file/to-merchant.ts', tests, [
    { rule: 'menu file', fault: 'what dishes share has the same ids at each', code: 'group.id ?? createIdByPlace(id, place)', broken: "group.id ?? createIdByPlace('', place)" },
  ]),
  ...faultsIn('server/back-office/admin/write-merchant.ts', tests, [
    { rule: 'menu file', fault: 'a trial run writes', code: 'if (!dryRun) {\n    await writeRows', broken: 'if (whole) {\n    await writeRows' },
    { rule: 'menu file', fault: 'what went from the file stays on the menu', code: 'for (const gone of parts[part].removed)', broken: 'for (const gone of parts[part].removed.slice(1_000))' },
    { rule: 'menu file', fault: 'two tables can not exchange their codes', code: 'if (isThere.has(table.id))\n', broken: 'if (isThere.size === 0)\n' },
  ]),
  ...faultsIn('server/menu/serving-times.ts', ofHours, [
    { rule: 'D65', fault: 'a clock that is put forward is not looked at again', code: 'if (findOffset(timeZone, next) === offset) return next;', broken: 'if (next > 0) return next;' },
    { rule: 'D65', fault: 'weeks begin on another day', code: "weekdays.indexOf('thu')", broken: "weekdays.indexOf('wed')" },
  ]),
  ...faultsIn('server/menu/served-menu.ts', ofHours, [
    { rule: 'D65', fault: 'a menu that was read before the hour is told after it', code: 'now < cached.until', broken: 'now <= cached.until' },
    { rule: 'D65', fault: 'out of its hours a dish is on sale', code: '{ ...product, soldOut: true, servedAgain }', broken: '{ ...product, servedAgain }' },
  ]),
  ...faultsIn('server/menu/menu-hours.ts', ofHours, [
    { rule: 'D65', fault: 'the tables are told again and again', code: 'await storeNextChange(trx, merchantId, hours, now);', broken: '' },
  ]),
]; // prettier-ignore
