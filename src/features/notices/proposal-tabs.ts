/**
 * Only one of a diner's tabs receives the messages of the table, and it may be hidden. So it passes proposals and answers on to
 * the others, and the tab in which the diner answers tells them to stop asking.
 */
import type { Proposal } from '#contract/proposal.ts';

export interface TabProposal {
  readonly fromUserId: string;
  readonly proposal: Proposal;
  /** The diner has answered in another tab. */
  readonly isDone?: boolean;
}

interface ProposalTabs {
  post(message: TabProposal): void;
  close(): void;
}

/** Opens the channel between this browser's tabs. A browser without such channels has nothing to pass on. */
export function openProposalTabs(receive: (message: TabProposal) => void): ProposalTabs {
  if (typeof BroadcastChannel === 'undefined') return { post() {}, close() {} };
  const channel = new BroadcastChannel('proposals');
  channel.addEventListener('message', ({ data }: MessageEvent<TabProposal>) => receive(data));
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
