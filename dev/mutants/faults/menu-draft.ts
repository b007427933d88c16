import { faultsIn } from '../mutant.ts';

const draft = ['tests/server/menu-editor/menu-draft.test.ts'] as const;
const totals = ['tests/server-cart/calls/shown-total.test.ts'] as const;
const edits = ['tests/contract/menu-file/edits.test.ts'] as const;

export const menuDraft = [
  ...faultsIn('contract/menu-file/edits.ts', edits, [
    { rule: 'D56', fault: 'who comes later overwrites what somebody else changed', code: 'else if (isSame(now, from)) fitting', broken: 'else if (from !== to) fitting' },
    { rule: 'D56', fault: 'what somebody else took off a list comes back', code: 'const kept = theirs.filter((name) => !removed.has(name));', broken: 'const kept = [...new Set([...from, ...theirs])].filter((name) => !removed.has(name));' },
  ]),
  ...faultsIn('server/back-office/menu-editor/edit-draft.ts', draft, [
    { rule: 'CX23', fault: 'of crossing edits those that fit are taken', code: 'if (merged.crossings.length > 0)', broken: 'if (merged.crossings.length === edits.length)' },
    { rule: 'CX23', fault: 'another edit throws away what waits for a decision', code: 'return kept && !isDecided ? [kept] : [];', broken: 'return kept && !isDecided && kept.at > by.at ? [kept] : [];' },
    { rule: 'CX23', fault: 'everything is the last one’s who edited', code: 'known && isSame(known.to, edit.to)', broken: 'known && known === edit' },
  ]),
  ...faultsIn('server/back-office/menu-editor/publish.ts', draft, [
    { rule: 'CX24', fault: 'what crosses goes live undecided', code: ' || draft.crossings.length > 0', broken: '' },
    { rule: 'CX24', fault: 'a path in a draft leads to the server’s files', code: '!hasPicture(picture, { dataDir })', broken: "!picture.includes('/') && !hasPicture(picture, { dataDir })" },
    { rule: 'CX24', fault: 'publishing something else drops what is scheduled', code: 'draft, [], rebaseScheduled(draft)', broken: 'draft, [], null' },
    { rule: 'CX24', fault: 'publishing brings back what is sold out', code: 'keepSoldOut: true', broken: 'keepSoldOut: false' },
  ]),
  ...faultsIn('server/back-office/menu-editor/whole-file.ts', ['tests/server/menu-editor/whole-file.test.ts'], [
    { rule: 'CX32', fault: 'a till’s file names pictures by a path into the server', code: '!hasPicture(picture, { dataDir })', broken: "!picture.includes('/') && !hasPicture(picture, { dataDir })" },
    { rule: 'CX32', fault: 'a till’s file changes the house', code: '{ ...sent, merchant, tables: [], coupons: [] }', broken: '{ merchant, tables: [], coupons: [], ...sent }' },
  ]),
  ...faultsIn('server/back-office/menu-editor/publish.ts', ['tests/server/menu-editor/whole-file.test.ts'], [
    { rule: 'CX32', fault: 'a POS’s file says where the printers stand', code: 'made.whole.stations?.map(withoutPrinter)', broken: 'made.whole.stations' },
  ]),
  ...faultsIn('server/back-office/menu-editor/schedule.ts', draft, [
    { rule: 'CX24', fault: 'what is due is published twice', code: 'scheduled.failed || scheduled.due > context.now', broken: 'scheduled.failed' },
    { rule: 'CX24', fault: 'what goes live by itself is the draft of then', code: 'mergeEdits(draft, scheduled.edits)', broken: 'mergeEdits(draft, edits)' },
  ]),
  ...faultsIn('server/ordering/orders/placing/place-order.ts', totals, [
    { rule: 'O1', fault: 'an order is taken at a total that the diner did not see', code: 'if (otherTotal) return refuse(otherTotal.code, otherTotal.msg);', broken: '' },
  ]),
]; // prettier-ignore
