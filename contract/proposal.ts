/**
 * The message `proposal`: a diner proposes fewer pieces of another diner's line, or answers such a proposal. It is no event
 * and changes no cart. The other diner either changes the line by an event, or keeps it (CX90).
 *
 *     Ann ── { proposalId, to: Mei, lineId, quantity: 1 } ──► Mei's phone asks her
 *     Ann ◄─ { proposalId, to: Ann, …, answer: 'kept' } ────── Mei
 */
import * as z from 'zod/mini';
import type { MessageData } from './messages.ts';
import { count, id, text } from './fields.ts';
import { limits } from './limits.ts';

const proposalSchema = z.object({
  proposalId: text(64),
  /** The receiver: the asked diner, or the proposer for an answer. */
  to: id,
  lineId: text(64),
  /** The name of the dish on the sender's phone. */
  product: text(200),
  /** The proposed quantity, less than the line has. 0 takes the line out. */
  quantity: count.check(z.maximum(limits.quantity)),
  /** What the asked diner has done. Absent in the proposal itself. */
  answer: z.optional(z.enum(['accepted', 'kept'])),
});
export type Proposal = z.infer<typeof proposalSchema>;

/** Reads the proposal of a message; undefined if it cannot be read. */
export function readProposal({ proposal }: MessageData): Proposal | undefined {
  return z.safeParse(proposalSchema, proposal).data;
}
