import { expect, test } from 'vitest';
import { emptyTableCart } from '#client/cart/table-cart.ts';
import { readProposal, type Proposal } from '#contract/proposal.ts';
import { findProposedLine, mostWaiting, queueProposal, type Asked } from '#src/features/notices/proposals.ts';
import { createDiner, createItem, lineOf } from '../menu-fixture.ts';

const proposal: Proposal = { proposalId: 'x', to: 'mei', lineId: 'line', product: 'Noodles', quantity: 1 };
const asked = (change: Partial<Asked> = {}): Asked => ({
  ...proposal,
  fromUserId: 'ann',
  fromName: 'Ann',
  ...change,
});
const cartWith = (quantity: number) => ({
  ...emptyTableCart,
  carts: [
    createDiner('ann', [lineOf(createItem(), 9, { lineId: 'of-ann', mine: false })]),
    createDiner('mei', [lineOf(createItem(), quantity, { aliases: ['alias'] })]),
  ],
});

// CX90
test.each([
  ['with everything', proposal, true],
  ['an answer', { ...proposal, answer: 'kept' }, true],
  ['none', undefined, false],
  ['another answer', { ...proposal, answer: 'maybe' }, false],
  ['fewer than none', { ...proposal, quantity: -1 }, false],
  ['a part of a piece', { ...proposal, quantity: 0.5 }, false],
  ['a quantity as text', { ...proposal, quantity: '1' }, false],
  ['without a line', { ...proposal, lineId: undefined }, false],
  ['a long name', { ...proposal, product: 'x'.repeat(201) }, false],
])('a proposal is read only if its fields are valid: %s', (_name, sent, isRead) => {
  expect(readProposal({ proposal: sent })).toEqual(isRead ? sent : undefined);
});

// CX90
test('a proposal is about an own line with more pieces, found by its id or an alias', () => {
  const find = (quantity: number, lineId = 'line') =>
    findProposedLine(cartWith(3), { ...proposal, lineId, quantity });
  expect(find(1)?.quantity).toBe(3);
  expect(find(0, 'alias')?.quantity).toBe(3);
  expect(find(3)).toBeUndefined();
  expect(find(4)).toBeUndefined();
  expect(find(1, 'of-ann')).toBeUndefined();
});

// CX90
test('a newer proposal of a diner for a line replaces the older, and only a few wait', () => {
  const first = asked();
  const newer = asked({ quantity: 0 });
  expect(queueProposal([first], newer)).toEqual([newer]);
  expect(queueProposal([first], asked({ fromUserId: 'bo' }))).toHaveLength(2);
  const full = Array.from({ length: mostWaiting }, (_, place) => asked({ lineId: String(place) }));
  expect(queueProposal(full, asked())).toEqual(full);
});
