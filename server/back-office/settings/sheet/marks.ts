/** What stands on a sheet, in millimetres from its upper left corner; SVG and PDF draw the same. */
export type Mark = TextMark | PathMark | LineMark;

export interface TextMark {
  readonly kind: 'text';
  readonly text: string;
  /** Middle of the base line. */
  readonly x: number;
  readonly y: number;
  /** Height of the em, mm. */
  readonly size: number;
  readonly bold: boolean;
  readonly grey: boolean;
}

interface PathMark {
  readonly kind: 'path';
  /** In the path's own units, see `scale`. */
  readonly d: string;
  readonly x: number;
  readonly y: number;
  /** Millimetres a unit. */
  readonly scale: number;
  /** Letters are drawn with y upwards. */
  readonly upwards: boolean;
}

interface LineMark {
  readonly kind: 'line';
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

/** A4, mm. */
export const page = { width: 210, height: 297 } as const;

/** Printed black, and what is less important. */
export const ink = '#111111';
export const greyInk = '#555555';
/** Cut marks, mm. */
export const hairline = 0.15;
