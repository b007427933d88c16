/**
 * Hashes text with 64-bit FNV-1a over UTF-16 code units, as 16 hexadecimal digits. It tells texts apart, and is not
 * secure.
 */
export function hashText(text: string): string {
  // The prime is 2 ** 40 + 435. It is multiplied in parts that stay exact in a double, because a BigInt for each letter
  // is far slower.
  let high = 0xcbf29ce4 | 0;
  let low = 0x84222325 | 0;
  for (let index = 0; index < text.length; index += 1) {
    low ^= text.charCodeAt(index);
    const first = (low & 0xffff) * 435;
    const second = (low >>> 16) * 435 + (first >>> 16);
    high = (Math.imul(high, 435) + (second >>> 16) + (low << 8)) | 0;
    low = (second << 16) | (first & 0xffff);
  }
  return toHex(high) + toHex(low);
}

function toHex(half: number): string {
  return (half >>> 0).toString(16).padStart(8, '0');
}
