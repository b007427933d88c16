import { writeFileSync } from 'node:fs';
import { encode } from 'uqr';

const [width, height] = [640, 480];
/** Pixels of one module of the code. */
const moduleSize = 9;

/** Writes a film of a QR code in front of a wall, as Chromium's fake camera shows it (YUV 4:2:0). */
export function writeFilm(text: string, path: string): void {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const luma = Buffer.alloc(width * height, 200);
  const left = Math.floor((width - size * moduleSize) / 2);
  const top = Math.floor((height - size * moduleSize) / 2);
  for (let y = 0; y < size * moduleSize; y += 1)
    for (let x = 0; x < size * moduleSize; x += 1) {
      const isDark = data[Math.floor(y / moduleSize)]![Math.floor(x / moduleSize)]!;
      luma[(top + y) * width + left + x] = isDark ? 20 : 235;
    }
  const grey = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, grey]);
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(path, Buffer.concat([header, ...Array.from({ length: 10 }, () => frame)]));
}
