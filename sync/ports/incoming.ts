import type { TableMessage } from '#contract/messages.ts';

/** A message of the table's group that has passed its schema. */
export interface Incoming {
  readonly message: TableMessage;
  /** The sender, as the transport has verified it. undefined: the server. */
  readonly fromUserId: string | undefined;
}
