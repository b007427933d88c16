/** What the order sheet shows. */
export type Step =
  | 'dish'
  | 'void'
  | 'pay'
  | 'giveBack'
  | 'add'
  | 'more'
  | 'receipt'
  | 'discount'
  | 'move'
  | 'removeDiscount'
  | 'close'
  | 'cancel';

export interface Asked {
  readonly step: Step;
  readonly orderId: string;
  /** The line, for `dish` and `void`. */
  readonly dishId?: string | undefined;
  /** The discount, for `removeDiscount`. */
  readonly discountId?: string | undefined;
}

/** Opens the sheet, or shows another step in it. */
export type Ask = (asked: Asked) => void;
