/** An element of a sheet, in millimetres from the upper left corner. SVG and PDF draw the same elements. */
export type Mark = TextMark | PathMark | LineMark;

export interface TextMark {
  readonly kind: 'text';
  readonly text: string;
  /** `x` is the middle of the text, `y` its baseline. */
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
  /** `x` and `y`: where the path's origin goes. */
  readonly x: number;
  readonly y: number;
  /** Millimetres per unit. */
  readonly scale: number;
  /** True if the y axis of `d` points upwards, as in fonts. */
  readonly upwards: boolean;
}

/** A line to cut along. */
interface LineMark {
  readonly kind: 'line';
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

/** Size of a page (A4), mm. */
export const page = { width: 210, height: 297 } as const;

/** Colour of text and paths. */
export const ink = '#111111';
/** Colour of less important text and of cut marks. */
export const greyInk = '#555555';
/** Line width of cut marks, mm. */
export const hairline = 0.15;
