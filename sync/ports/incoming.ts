import type { TableMessage } from '#contract/messages.ts';

/** A message of the table's group that has passed its schema. */
export interface Incoming {
  readonly message: TableMessage;
  /** Who the transport vouches for (E5); undefined: the server. */
  readonly fromUserId: string | undefined;
}
