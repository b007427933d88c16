/** Repeatable random numbers: xoshiro128**. splitmix64 spreads the seeds, so that close seeds give unrelated streams. */
export interface Random {
  /** A number in [0, 1). */
  drawFraction(): number;
  /** A whole number in [0, below). */
  drawInt(below: number): number;
  /** A whole number in [from, to]. */
  between(from: number, to: number): number;
  /** True with probability `p`. For 0 it draws no number. */
  chance(p: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A separate stream, so that the draws of one part do not change those of another. */
  fork(label: string): Random;
}

const mask = (1n << 64n) - 1n;

/** @param seed 64 bits, as `0x…` or decimal text */
export function createRandom(seed: string): Random {
  return streamOf(BigInt(seed) & mask);
}

function streamOf(seed: bigint): Random {
  let state = seed;
  const splitmix = (): bigint => {
    state = (state + 0x9e3779b97f4a7c15n) & mask;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
    return z ^ (z >> 31n);
  };
  const [low, high] = [splitmix(), splitmix()];
  let a = Number(low & 0xffffffffn) | 0;
  let b = Number(low >> 32n) | 0;
  let c = Number(high & 0xffffffffn) | 0;
  // xoshiro never leaves the state of all zeros.
  let d = Number(high >> 32n) | 0 || 1;

  const drawBits = (): number => {
    const result = Math.imul(rotateBits(Math.imul(b, 5), 7), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateBits(d, 11);
    return result >>> 0;
  };
  const drawFraction = () => drawBits() / 2 ** 32;
  const drawInt = (below: number) => Math.floor(drawFraction() * below);
  return {
    drawFraction,
    drawInt,
    between: (from, to) => from + drawInt(to - from + 1),
    chance: (p) => p > 0 && drawFraction() < p,
    pick: (list) => list[drawInt(list.length)]!,
    fork: (label) => streamOf(seed ^ hashOf(label)),
  };
}

function rotateBits(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}

/** FNV-1a, 64 bits. */
export function hashOf(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const letter of text) hash = ((hash ^ BigInt(letter.codePointAt(0)!)) * 0x100000001b3n) & mask;
  return hash;
}
