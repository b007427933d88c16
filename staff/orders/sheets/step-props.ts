import type { StaffIdentity, StaffOrder } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import type { Ask } from '../asked.ts';

/** The props of each step of the order sheet. */
export interface StepProps {
  readonly order: StaffOrder;
  /** The same order with its dishes. */
  readonly placed: Order;
  readonly staff: StaffIdentity;
  /** Shows another step. */
  readonly onAsk: Ask;
  onDone(): void;
}

/** The props of the steps that add a dish. */
export interface AddProps extends Pick<StepProps, 'staff' | 'onDone'> {
  /** The order, or the table if it has no order yet. */
  readonly to: { readonly orderId: string } | { readonly tableId: string };
}
