import type { StaffIdentity, StaffOrder } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import type { Ask } from '../asked.ts';

/** What each step of the sheet works with. */
export interface StepProps {
  readonly order: StaffOrder;
  /** The same with its dishes. */
  readonly placed: Order;
  readonly staff: StaffIdentity;
  /** Goes on with another step. */
  readonly onAsk: Ask;
  onDone(): void;
}

/** Of a dish that is added. */
export interface AddProps extends Pick<StepProps, 'staff' | 'onDone'> {
  /** The order, or the table that has none yet. */
  readonly to: { readonly orderId: string } | { readonly tableId: string };
}
