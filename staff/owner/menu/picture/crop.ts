/** The square that is cut from a picture. Lengths are in the picture's pixels. Pure. */

export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** `x` and `y` are its centre, from 0 to 1. With a `zoom` of 1 it is the largest square of the picture. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export const middle: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const mostZoom = 4;

export interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

export function calculateSquare({ width, height }: Extent, { x, y, zoom }: Crop): Square {
  const side = Math.min(width, height) / zoom;
  return {
    side,
    left: clamp(0, x * width - side / 2, width - side),
    top: clamp(0, y * height - side / 2, height - side),
  };
}

/** Moves or zooms the square. The centre is clamped, so that a drag back from an edge takes effect at once. */
export function changeCrop(extent: Extent, crop: Crop, change: Partial<Crop>): Crop {
  const zoom = clamp(1, change.zoom ?? crop.zoom, mostZoom);
  const wanted = { x: change.x ?? crop.x, y: change.y ?? crop.y, zoom };
  const { left, top, side } = calculateSquare(extent, wanted);
  return { x: (left + side / 2) / extent.width, y: (top + side / 2) / extent.height, zoom };
}

function clamp(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
