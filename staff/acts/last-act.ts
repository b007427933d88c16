import type { BodyOf } from '#contract/http/call.ts';
import type { removeDiner, setSoldOut } from '#contract/calls/staff.ts';
import { correctedNow } from '#client/api/server-clock.ts';
import { announce } from '#ui/feedback/Announcer.tsx';
import { useValue, valueOf } from '#client/values/value.ts';

export type SoldOutCommand = BodyOf<typeof setSoldOut>;

/** About an order, about a table's party, what puts the menu back, or somebody who may come back. */
export type Undo =
  | { readonly orderId: string; readonly actId: string }
  | { readonly sessionId: string; readonly actId: string }
  | { readonly soldOut: SoldOutCommand }
  | { readonly removed: BodyOf<typeof removeDiner> };

/** What was done last, or why it was not. */
export interface Notice {
  readonly kind: 'done' | 'refused';
  readonly text: string;
  /** Of an act that can be taken back until it goes. */
  readonly undo?: Undo | undefined;
  /** When it goes; the server's time, ms. */
  readonly until: number;
}

/** What cannot be taken back stands so long, ms. */
const readableMs = 8_000;

const told = valueOf<Notice | undefined>(undefined);

/** Shows what was done, and says it to screen readers. @param until the server's time, ms */
export function notifyDone(text: string, undo?: Undo, until = correctedNow() + readableMs): void {
  told.next({ kind: 'done', text, undo, until });
  announce(text);
}

export function notifyRefused(text: string): void {
  told.next({ kind: 'refused', text, until: correctedNow() + readableMs });
  announce(text);
}

export function clearNotice(): void {
  told.next(undefined);
}

export function useNotice(): Notice | undefined {
  return useValue(told);
}
