/** Drawing by composition: a layer turns a brush into SVG text, drawn about the origin or on a 160 × 160 sheet. */

export type Glyphs = Readonly<Record<string, { body: string } | undefined>>;
export type Layer = (b: Brush) => string;

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

export function mix(from: string, to: string, share: number): string {
  const target = channels(to);
  const mixed = channels(from).map((value, i) => Math.round(value + ((target[i] ?? 0) - value) * share));
  return '#' + mixed.map((value) => value.toString(16).padStart(2, '0')).join('');
}

export const lighter = (hex: string, share = 0.3): string => mix(hex, '#fff6e0', share);
export const darker = (hex: string, share = 0.3): string => mix(hex, '#2a0f14', share);
export const n = (value: number): string => String(Math.round(value * 100) / 100);

/** One picture's random numbers (seeded by its slug, so always the same), gradients and glyphs. */
export class Brush {
  readonly defs: string[] = [];
  private readonly gradients = new Map<string, string>();
  private state = 2166136261;
  private serial = 0;

  constructor(
    seed: string,
    private readonly glyphs: Glyphs,
  ) {
    for (const letter of seed)
      this.state = Math.imul(this.state ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  }

  rand(low = 0, high = 1): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let x = this.state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return low + (((x ^ (x >>> 14)) >>> 0) / 4294967296) * (high - low);
  }

  id(): string {
    this.serial += 1;
    return `p${this.serial}`;
  }

  gradient(markup: (id: string) => string): string {
    const key = markup('');
    const known = this.gradients.get(key);
    if (known) return known;
    const id = this.id();
    this.defs.push(markup(id));
    this.gradients.set(key, `url(#${id})`);
    return `url(#${id})`;
  }

  /** Lit from the upper left: the roundness of everything on the table. */
  round(color: string, light = 0.32, dark = 0.28): string {
    return this.gradient(
      (id) =>
        `<radialGradient id="${id}" cx=".38" cy=".3" r=".78"><stop offset="0" stop-color="${lighter(color, light)}"/><stop offset=".5" stop-color="${color}"/><stop offset="1" stop-color="${darker(color, dark)}"/></radialGradient>`,
    );
  }

  linear(from: string, to: string, across = false): string {
    return this.gradient(
      (id) =>
        `<linearGradient id="${id}" x2="${across ? 1 : 0.25}" y2="${across ? 0 : 1}"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`,
    );
  }

  /** A glyph's body with ids of its own, so that two of them can share a picture. */
  glyph(name: string, size: number): string {
    const body = this.glyphs[name]?.body;
    if (body === undefined) throw new Error(`no glyph ${name}`);
    const prefix = this.id();
    const own = body
      .replaceAll(/id="([^"]+)"/g, `id="${prefix}-$1"`)
      .replaceAll(/url\(#([^)]+)\)/g, `url(#${prefix}-$1)`)
      .replaceAll(/href="#([^"]+)"/g, `href="#${prefix}-$1"`);
    return `<svg x="${n(-size / 2)}" y="${n(-size / 2)}" width="${n(size)}" height="${n(size)}" viewBox="0 0 32 32">${own}</svg>`;
  }
}

export const layers =
  (...parts: Layer[]): Layer =>
  (b) =>
    parts.map((part) => part(b)).join('');

export const raw =
  (svg: string): Layer =>
  () =>
    svg;

export const at =
  (x: number, y: number, turn: number, scale: number, ...parts: Layer[]): Layer =>
  (b) =>
    `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${n(scale)})">${layers(...parts)(b)}</g>`;

/** A shape's path with its soft contact shadow, body and rim light. */
export function solid(b: Brush, d: string, color: string, edge = 0.35): string {
  return `<path d="${d}" transform="translate(1.2 2.2)" fill="#1c0a08" opacity=".28"/><path d="${d}" fill="${b.round(color)}" stroke="${darker(color, edge)}" stroke-width=".7" stroke-opacity=".7"/>`;
}

/** A closed soft outline through points around an ellipse, uneven by `wobble`. */
export function outline(b: Brush, rx: number, ry: number, wobble = 0.08, corners = 9): string {
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = (i / corners) * Math.PI * 2;
    const reach = 1 + b.rand(-wobble, wobble);
    return { x: Math.cos(angle) * rx * reach, y: Math.sin(angle) * ry * reach };
  });
  const point = (i: number): { x: number; y: number } => points[(i + corners) % corners] ?? { x: 0, y: 0 };
  let d = `M${n(point(0).x)} ${n(point(0).y)}`;
  for (let i = 0; i < corners; i += 1) {
    const [before, from, to, after] = [point(i - 1), point(i), point(i + 1), point(i + 2)];
    d += `C${n(from.x + (to.x - before.x) / 6)} ${n(from.y + (to.y - before.y) / 6)} ${n(to.x - (after.x - from.x) / 6)} ${n(to.y - (after.y - from.y) / 6)} ${n(to.x)} ${n(to.y)}`;
  }
  return d + 'Z';
}

interface HeapOptions {
  x?: number;
  y?: number;
  flat?: number;
  scale?: number;
  /** The most degrees a piece is turned either way. */
  turn?: number;
}

/** `count` pieces spread over a disc, the nearer ones on top. */
export const heap =
  (count: number, radius: number, piece: Layer, options: HeapOptions = {}): Layer =>
  (b) => {
    const { x = 80, y = 80, flat = 1, scale = 1, turn = 180 } = options;
    const start = b.rand(0, Math.PI * 2);
    const spots = Array.from({ length: count }, (_, i) => {
      const reach = radius * Math.sqrt((i + 0.5) / count);
      const angle = start + i * 2.39996 + b.rand(-0.2, 0.2);
      return { x: x + Math.cos(angle) * reach, y: y + Math.sin(angle) * reach * flat };
    }).sort((one, other) => one.y - other.y);
    return spots
      .map((spot) => at(spot.x, spot.y, b.rand(-turn, turn), scale * b.rand(0.92, 1.08), piece)(b))
      .join('');
  };

/** `count` pieces around a circle, each turned to face outwards. */
export const ring =
  (count: number, radius: number, piece: Layer, scale = 1, start = -90, x = 80, y = 80): Layer =>
  (b) =>
    Array.from({ length: count }, (_, i) => {
      const turn = start + (i * 360) / count;
      const angle = (turn * Math.PI) / 180;
      return at(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius, turn + 90, scale, piece)(b);
    }).join('');

/** `count` pieces in a line. */
export const row =
  (count: number, x: number, y: number, dx: number, dy: number, piece: Layer, turn = 0, scale = 1): Layer =>
  (b) =>
    Array.from({ length: count }, (_, i) => at(x + dx * i, y + dy * i, turn, scale, piece)(b)).join('');
