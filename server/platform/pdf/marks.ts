/** An element of a sheet, in millimetres from the upper left corner. SVG and PDF draw the same elements. */
export type Mark = TextMark | PathMark | LineMark;

export interface TextMark {
  readonly kind: 'text';
  readonly text: string;
  /** `x` is the middle of the text, or its edge if `align` says so. `y` is its baseline. */
  readonly x: number;
  readonly y: number;
  /** Font size, mm. */
  readonly size: number;
  readonly bold: boolean;
  readonly grey: boolean;
  /** Default: middle. */
  readonly align?: Align;
}

export type Align = 'left' | 'middle' | 'right';

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

/** A thin line, for example to cut along. */
interface LineMark {
  readonly kind: 'line';
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

/** The size of a page, mm. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A4 */
export const page = { width: 210, height: 297 } as const satisfies PageSize;

/** Text that the standard fonts of every PDF reader can show. */
export const standardCharacters =
  /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac]*$/;

/** Colour of text and paths. */
export const ink = '#111111';
/** Colour of less important text and of lines. */
export const greyInk = '#555555';
/** Width of lines, mm. */
export const hairline = 0.15;
