/** An element of a sheet, in millimetres from the upper left corner. SVG and PDF draw the same elements. */
export type Mark = TextMark | PathMark | LineMark;

export interface TextMark {
  readonly kind: 'text';
  readonly text: string;
  /** The middle of the baseline. */
  readonly x: number;
  readonly y: number;
  /** Font size, mm. */
  readonly size: number;
  readonly bold: boolean;
  readonly grey: boolean;
}

interface PathMark {
  readonly kind: 'path';
  /** SVG path data in its own units, see `scale`. */
  readonly d: string;
  readonly x: number;
  readonly y: number;
  /** Millimetres per unit. */
  readonly scale: number;
  /** The y axis of `d` points upwards, as in fonts. */
  readonly upwards: boolean;
}

interface LineMark {
  readonly kind: 'line';
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

/** A4, mm. */
export const page = { width: 210, height: 297 } as const;

/** Colours of normal and of less important text. */
export const ink = '#111111';
export const greyInk = '#555555';
/** Line width of cut marks, mm. */
export const hairline = 0.15;
