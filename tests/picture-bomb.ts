import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Makes a black PNG whose header claims this size. @param rows the number of rows that it really has */
export function createPicture(width: number, height: number, rows = 1): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // One bit a pixel, greyscale.
  head[8] = 1;
  const pixels = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))));
  return new Uint8Array(
    Buffer.concat([
      signature,
      createChunk('IHDR', head),
      createChunk('IDAT', pixels),
      createChunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

/** Two kilobytes that take a minute to draw: each level uses the level below eight times. */
export function createEndlessDrawing(): Uint8Array<ArrayBuffer> {
  const levels = Array.from({ length: 7 }, (_, n) => {
    const uses = `<use href="#a${n}" x="1"/>`.repeat(8);
    return `<g id="a${n + 1}" opacity=".9">${uses}</g>`;
  });
  const first = '<circle id="a0" r="40" cx="50" cy="50" opacity=".5"/>';
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><defs>${first}${levels.join('')}</defs><use href="#a6"/></svg>`;
  return new TextEncoder().encode(text);
}

function createChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
