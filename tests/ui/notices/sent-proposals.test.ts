import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Proposal } from '#contract/proposal.ts';
import { answerMs, recordSent, removeAnswered, sentProposals } from '#src/cart/sent-proposals.ts';
import { openProposalTabs, type TabProposal } from '#src/features/notices/proposal-tabs.ts';

const propose = (proposalId: string): Proposal => ({
  proposalId,
  to: 'mei',
  lineId: 'line',
  product: 'Noodles',
  quantity: 1,
});
const find = () => sentProposals.value.get('line');

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  sentProposals.next(new Map());
  vi.useRealTimers();
});

// CX90
test('a proposal without an answer becomes unanswered, and a later one for the line starts again', () => {
  recordSent(propose('first'));
  vi.advanceTimersByTime(answerMs - 1);
  expect(find()?.isUnanswered).toBe(false);
  recordSent(propose('second'));
  vi.advanceTimersByTime(1);
  expect(find()).toEqual({ proposalId: 'second', quantity: 1, isUnanswered: false });
  vi.advanceTimersByTime(answerMs);
  expect(find()?.isUnanswered).toBe(true);
});

// CX90
test('an answer ends the wait, and one to an earlier proposal does not', () => {
  recordSent(propose('first'));
  recordSent(propose('second'));
  removeAnswered('first');
  expect(find()?.proposalId).toBe('second');
  removeAnswered('second');
  vi.advanceTimersByTime(2 * answerMs);
  expect(find()).toBeUndefined();
});

// CX90
test('a tab passes what it receives on to the other tabs, but not to itself', async () => {
  vi.useRealTimers();
  const [here, there]: [TabProposal[], TabProposal[]] = [[], []];
  const tabs = [openProposalTabs((each) => here.push(each)), openProposalTabs((each) => there.push(each))];
  const message = { fromUserId: 'ann', proposal: propose('first') };
  tabs[0]!.post(message);
  await expect.poll(() => there).toEqual([message]);
  expect(here).toEqual([]);
  for (const each of tabs) each.close();
});
