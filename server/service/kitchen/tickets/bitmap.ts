/** Black and white pictures for printers. */

export interface Bitmap {
  /** Dots. */
  readonly width: number;
  readonly height: number;
  /** A bit for each dot, 1 is black. Rows begin with a new byte. */
  readonly bits: Uint8Array;
}

/** Rows of a picture that are sent together. Some printers store only a few hundred. */
const rowsAtOnce = 256;

export const countBytesOfRow = ({ width }: Pick<Bitmap, 'width'>): number => Math.ceil(width / 8);

/** Cuts a picture into pictures that printers can store. */
export function cutIntoBands(bitmap: Bitmap): Bitmap[] {
  const { width, height, bits } = bitmap;
  const perRow = countBytesOfRow(bitmap);
  const starts = Array.from({ length: Math.ceil(height / rowsAtOnce) }, (_, n) => n * rowsAtOnce);
  return starts.map((top) => {
    const rows = Math.min(rowsAtOnce, height - top);
    return { width, height: rows, bits: bits.subarray(top * perRow, (top + rows) * perRow) };
  });
}

/** ESC @: left margin and alignment of earlier rows do not apply to a picture. */
const reset = Uint8Array.of(0x1b, 0x40);

/** Encodes a picture as the ESC/POS command GS v 0. */
export function encodeRaster(bitmap: Bitmap): Uint8Array {
  const perRow = countBytesOfRow(bitmap);
  const bands = cutIntoBands(bitmap).map(({ height, bits }) =>
    Buffer.concat([
      Uint8Array.of(0x1d, 0x76, 0x30, 0, perRow & 0xff, perRow >> 8, height & 0xff, height >> 8),
      bits,
    ]),
  );
  return Buffer.concat([reset, ...bands]);
}

/** Puts pictures of the same width below each other. */
export function stackBitmaps(all: readonly Bitmap[]): Bitmap {
  return {
    width: all[0]?.width ?? 0,
    height: all.reduce((sum, { height }) => sum + height, 0),
    bits: Buffer.concat(all.map(({ bits }) => bits)),
  };
}

/** Makes a picture of grey dots, 0 is black and 255 white. */
export function createBitmap(grey: Uint8Array, width: number, height: number): Bitmap {
  const perRow = countBytesOfRow({ width });
  const bits = new Uint8Array(perRow * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (grey[y * width + x]! < 128) bits[y * perRow + (x >> 3)]! |= 0x80 >> (x & 7);
  return { width, height, bits };
}

/** Encodes a picture as PNG with one bit a dot. */
export async function encodePng({ width, height, bits }: Bitmap): Promise<Buffer> {
  const perRow = countBytesOfRow({ width });
  const grey = Buffer.alloc(width * height, 255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (bits[y * perRow + (x >> 3)]! & (0x80 >> (x & 7))) grey[y * width + x] = 0;
  const { default: sharp } = await import('sharp');
  return await sharp(grey, { raw: { width, height, channels: 1 } })
    .png({ palette: true, colours: 2, compressionLevel: 9 })
    .toBuffer();
}
