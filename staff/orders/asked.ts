/** What the sheet of the board is about. */
export type Step = 'dish' | 'void' | 'pay' | 'giveBack' | 'add' | 'more' | 'discount' | 'close' | 'cancel';

export interface Asked {
  readonly step: Step;
  readonly orderId: string;
  /** Of `dish` and `void`: the line. */
  readonly dishId?: string | undefined;
}

/** Opens the sheet, or goes on in it. */
export type Ask = (asked: Asked) => void;
