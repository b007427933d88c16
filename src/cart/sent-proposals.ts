/**
 * The proposals that this diner has sent for lines of others, by line. A message can be lost, so a proposal without an answer
 * is shown as such after a while, and the diner may send it again:
 *
 *   recordSent ──► waiting ──45 s──► unanswered
 *                     └── removeAnswered ──┴──► gone
 */
import { createValue, useValue } from '#client/values/value.ts';
import type { Proposal } from '#contract/proposal.ts';

/** How long the other diner has for an answer before the proposal counts as unanswered, ms. */
export const answerMs = 45_000;

interface SentProposal extends Pick<Proposal, 'proposalId' | 'quantity'> {
  readonly isUnanswered: boolean;
}

/** By line id. */
export const sentProposals = createValue<ReadonlyMap<string, SentProposal>>(new Map());

/** Remembers a proposal. It replaces an earlier one for the same line. */
export function recordSent({ proposalId, lineId, quantity }: Proposal): void {
  sentProposals.next(new Map(sentProposals.value).set(lineId, { proposalId, quantity, isUnanswered: false }));
  setTimeout(() => {
    const mine = sentProposals.value.get(lineId);
    if (mine?.proposalId === proposalId)
      sentProposals.next(new Map(sentProposals.value).set(lineId, { ...mine, isUnanswered: true }));
  }, answerMs);
}

/** Forgets a proposal that was answered. */
export function removeAnswered(proposalId: string): void {
  sentProposals.next(new Map([...sentProposals.value].filter(([, each]) => each.proposalId !== proposalId)));
}

/** The proposal that was sent last for this line and has no answer. */
export function useSentProposal(lineId: string): SentProposal | undefined {
  return useValue(sentProposals).get(lineId);
}
