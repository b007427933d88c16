import type { BodyOf } from '#contract/http/call.ts';
import type { removeDiner, setSoldOut } from '#contract/calls/staff.ts';
import { getCorrectedTime } from '#client/api/server-clock.ts';
import { announce } from '#ui/feedback/Announcer.tsx';
import { useValue, createValue } from '#client/values/value.ts';

export type SoldOutCommand = BodyOf<typeof setSoldOut>;

/** How to undo an action: on an order, on a table session, on the menu, or for a removed diner. */
export type Undo =
  | { readonly orderId: string; readonly actId: string }
  | { readonly sessionId: string; readonly actId: string }
  | { readonly soldOut: SoldOutCommand }
  | { readonly removed: BodyOf<typeof removeDiner> };

/** The last action, or why it failed. */
export interface Notice {
  readonly kind: 'done' | 'refused';
  readonly text: string;
  /** Set if the action can be undone while the notice is shown. */
  readonly undo?: Undo | undefined;
  /** When the notice disappears; the server's time, ms. */
  readonly until: number;
}

/** How long a notice without undo is shown, ms. */
const readableMs = 8_000;

const lastNotice = createValue<Notice | undefined>(undefined);

/** Shows a completed action and announces it to screen readers. @param until the server's time, ms */
export function notifyDone(text: string, undo?: Undo, until = getCorrectedTime() + readableMs): void {
  lastNotice.next({ kind: 'done', text, undo, until });
  announce(text);
}

export function notifyRefused(text: string): void {
  lastNotice.next({ kind: 'refused', text, until: getCorrectedTime() + readableMs });
  announce(text);
}

export function clearNotice(): void {
  lastNotice.next(undefined);
}

export function useNotice(): Notice | undefined {
  return useValue(lastNotice);
}
