/** Tables and what stands on them. Every vessel takes the table's tone, its own colour and the food inside. */
import { at, type Brush, darker, type Layer, layers, lighter, mix, n } from './brush.ts';

const tones = {
  walnut: '#b98a62',
  honey: '#e6b870',
  clay: '#d98e6a',
  rose: '#e3a59a',
  plum: '#a68aa8',
  indigo: '#7f93b8',
  sky: '#a5c8d8',
  teal: '#7fb5ab',
  sage: '#abbf94',
  moss: '#8a9c6c',
  sand: '#e2cfa9',
  slate: '#78828c',
  lemon: '#ecd583',
} as const;
export type Tone = keyof typeof tones;

function table(b: Brush, tone: Tone): string {
  const color = tones[tone];
  const light = b.gradient(
    (id) =>
      `<radialGradient id="${id}" cx=".3" cy=".18" r="1"><stop offset="0" stop-color="${lighter(color, 0.5)}"/><stop offset=".55" stop-color="${color}"/><stop offset="1" stop-color="${darker(color, 0.3)}"/></radialGradient>`,
  );
  let grain = '';
  for (let y = 8; y < 165; y += 19) {
    const bend = b.rand(-5, 5);
    grain += `<path d="M-4 ${n(y)}C40 ${n(y + bend)} 110 ${n(y - bend)} 164 ${n(y + bend / 2)}" stroke="${darker(color, 0.5)}" stroke-width="1" opacity=".1" fill="none"/>`;
  }
  return `<rect width="160" height="160" fill="${light}"/>${grain}`;
}

const shadow = (rx: number, ry: number, x = 85, y = 90): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="#1d0c10" opacity=".42" filter="url(#soft)"/>`;

function disc(r: number, fill: string, more = ''): string {
  return `<circle cx="80" cy="80" r="${r}" fill="${fill}" ${more}/>`;
}

function clipped(b: Brush, r: number, food: Layer): string {
  const id = b.id();
  b.defs.push(`<clipPath id="${id}"><circle cx="80" cy="80" r="${r}"/></clipPath>`);
  return `<g clip-path="url(#${id})">${food(b)}</g>`;
}

/** The shade a wall throws on what it holds. */
function depth(b: Brush, r: number, strength = 0.5): string {
  const fill = b.gradient(
    (id) =>
      `<radialGradient id="${id}" cx=".54" cy=".56" r=".52"><stop offset=".78" stop-color="#1d0a06" stop-opacity="0"/><stop offset="1" stop-color="#1d0a06" stop-opacity="${strength}"/></radialGradient>`,
  );
  return disc(r, fill);
}

const gleam = (r: number, opacity = 0.7): string =>
  `<path d="M${n(80 - r * 0.94)} ${n(80 - r * 0.34)}A${r} ${r} 0 0 1 ${n(80 - r * 0.3)} ${n(80 - r * 0.954)}" stroke="#fff" stroke-width="2.2" stroke-linecap="round" fill="none" opacity="${opacity}"/>`;

export const bowl =
  (tone: Tone, color: string, ...food: Layer[]): Layer =>
  (b) =>
    table(b, tone) +
    shadow(66, 64) +
    disc(67, b.round(color)) +
    disc(62.5, 'none', `stroke="${mix(color, '#ffffff', 0.55)}" stroke-width="1.4" opacity=".8"`) +
    disc(58.5, darker(color, 0.45)) +
    clipped(b, 57.5, layers(...food)) +
    depth(b, 57.5) +
    gleam(64.5);

export const plate =
  (tone: Tone, color: string, ...food: Layer[]): Layer =>
  (b) =>
    table(b, tone) +
    shadow(68, 66) +
    disc(70, b.round(color, 0.5, 0.14)) +
    disc(67.5, 'none', `stroke="${darker(color, 0.28)}" stroke-width="1" opacity=".45"`) +
    disc(52, b.linear(darker(color, 0.12), lighter(color, 0.4))) +
    gleam(68) +
    layers(...food)(b);

export const platter =
  (tone: Tone, color: string, ...food: Layer[]): Layer =>
  (b) =>
    table(b, tone) +
    shadow(74, 52, 83, 92) +
    `<ellipse cx="80" cy="82" rx="76" ry="54" fill="${b.round(color, 0.5, 0.14)}"/><ellipse cx="80" cy="82" rx="73" ry="51" fill="none" stroke="${darker(color, 0.28)}" opacity=".45"/><ellipse cx="80" cy="82" rx="60" ry="40" fill="${b.linear(darker(color, 0.12), lighter(color, 0.4))}"/>` +
    layers(...food)(b);

export const steamer =
  (tone: Tone, ...food: Layer[]): Layer =>
  (b) => {
    let slats = '';
    for (let x = 30; x < 130; x += 9)
      slats += `<rect x="${x}" y="20" width="7.6" height="120" fill="#e9cb92" opacity=".8"/>`;
    return (
      table(b, tone) +
      shadow(68, 67) +
      disc(70, b.round('#c98f4d')) +
      disc(67, 'none', 'stroke="#8d5a28" stroke-width="1" opacity=".6"') +
      disc(63.5, 'none', 'stroke="#f0cf96" stroke-width="2.4" opacity=".75"') +
      disc(58.5, '#9b6630') +
      clipped(b, 57, (brush) => disc(58, '#c89a58') + slats + layers(...food)(brush)) +
      depth(b, 57, 0.55) +
      `<g fill="#8d5a28"><rect x="76" y="10.5" width="8" height="9" rx="1.5"/><rect x="76" y="140.5" width="8" height="9" rx="1.5"/></g>`
    );
  };

export const pot =
  (tone: Tone, color: string, ...food: Layer[]): Layer =>
  (b) =>
    table(b, tone) +
    shadow(68, 62) +
    `<g fill="${b.linear(lighter(color, 0.2), darker(color, 0.4))}"><rect x="2" y="66" width="22" height="28" rx="9"/><rect x="136" y="66" width="22" height="28" rx="9"/></g>` +
    disc(65, b.round(color)) +
    disc(60, 'none', `stroke="${lighter(color, 0.4)}" stroke-width="1.2" opacity=".6"`) +
    disc(56.5, darker(color, 0.6)) +
    clipped(b, 55.5, layers(...food)) +
    depth(b, 55.5, 0.6) +
    gleam(62.5, 0.5);

export const skillet =
  (tone: Tone, ...food: Layer[]): Layer =>
  (b) =>
    table(b, tone) +
    shadow(68, 64) +
    `<rect x="8" y="10" width="144" height="140" rx="34" fill="${b.round('#9a6238')}"/>` +
    disc(62, b.round('#43444b', 0.3, 0.5)) +
    disc(55, b.linear('#26272c', '#3d3e45')) +
    layers(...food)(b) +
    gleam(60, 0.35);

export const board =
  (tone: Tone, color: string, ...food: Layer[]): Layer =>
  (b) =>
    table(b, tone) +
    `<rect x="14" y="28" width="142" height="118" rx="14" fill="#1d0c10" opacity=".42" filter="url(#soft)"/><rect x="9" y="20" width="142" height="120" rx="14" fill="${b.round(color, 0.3, 0.22)}"/><rect x="13" y="24" width="134" height="112" rx="11" fill="none" stroke="${lighter(color, 0.45)}" opacity=".55"/>` +
    [48, 74, 102, 122]
      .map(
        (y) =>
          `<path d="M14 ${y}q66 ${n(b.rand(-6, 6))} 132 0" stroke="${darker(color, 0.4)}" fill="none" opacity=".16"/>`,
      )
      .join('') +
    layers(...food)(b);

/** A sheet of paper in a basket, for what comes out of the fryer. */
export const basket =
  (tone: Tone, ...food: Layer[]): Layer =>
  (b) =>
    table(b, tone) +
    shadow(68, 62) +
    disc(66, b.round('#b9803f')) +
    disc(61, 'none', 'stroke="#7c4f20" stroke-width="5" stroke-dasharray="5 4" opacity=".55"') +
    `<path d="M22 40L66 14 132 22 148 74 134 134 74 148 18 122 10 72Z" fill="${b.linear('#fffaf0', '#e3d3b4')}" stroke="#cdb68c" stroke-width=".8"/><path d="M66 14L80 80 18 122M132 22L80 80 134 134" stroke="#c9b289" stroke-width="1" opacity=".45" fill="none"/>` +
    layers(...food)(b);

/** A cup seen from above on its saucer. */
export const cup =
  (tone: Tone, color: string, tea: string, ...extras: Layer[]): Layer =>
  (b) =>
    table(b, tone) +
    shadow(64, 62) +
    disc(66, b.round(darker(color, 0.06), 0.5, 0.2)) +
    disc(60, 'none', `stroke="${darker(color, 0.3)}" opacity=".4"`) +
    `<ellipse cx="84" cy="87" rx="45" ry="44" fill="#1d0c10" opacity=".35" filter="url(#soft)"/>` +
    disc(44, b.round(color, 0.6, 0.16)) +
    disc(39.5, darker(color, 0.35)) +
    disc(39, b.round(tea, 0.25, 0.4)) +
    `<ellipse cx="68" cy="64" rx="12" ry="6" transform="rotate(-40 68 64)" fill="#fff" opacity=".3"/>` +
    depth(b, 39) +
    gleam(42) +
    layers(...extras)(b);

interface GlassOptions {
  /** Colours from the top of the drink to its bottom. */
  drink: string[];
  /** Half widths at the lip and at the foot, and the height of the glass. */
  lip?: number;
  foot?: number;
  tall?: number;
  foam?: string;
  inside?: Layer;
  garnish?: Layer;
  ice?: boolean;
  straw?: string;
}

/** A glass on a coaster, seen from the seat. */
export const glass =
  (tone: Tone, options: GlassOptions): Layer =>
  (b) => {
    const { drink, lip = 34, foot = 25, tall = 112, foam, inside, garnish, ice = true, straw } = options;
    const bottom = 138;
    const top = bottom - tall;
    const level = top + 15;
    const at15 = lip - ((lip - foot) * 15) / tall;
    const body = (y: number, half: number): string =>
      `M${n(80 - half)} ${n(y)}L${n(80 - foot)} ${bottom - 6}Q${n(80 - foot)} ${bottom} ${n(80 - foot + 7)} ${bottom + 1}H${n(80 + foot - 7)}Q${n(80 + foot)} ${bottom} ${n(80 + foot)} ${bottom - 6}L${n(80 + half)} ${n(y)}Z`;
    const clip = b.id();
    b.defs.push(`<clipPath id="${clip}"><path d="${body(level, at15 - 2.5)}"/></clipPath>`);
    const fill = b.gradient(
      (id) =>
        `<linearGradient id="${id}" x2="0" y2="1">${drink.map((color, i) => `<stop offset="${n(drink.length === 1 ? 0 : i / (drink.length - 1))}" stop-color="${color}"/>`).join('')}</linearGradient>`,
    );
    const cube = (x: number, y: number, turn: number): string =>
      `<rect x="${x - 9}" y="${y - 9}" width="18" height="18" rx="4" transform="rotate(${turn} ${x} ${y})" fill="#fff" fill-opacity=".38" stroke="#fff" stroke-opacity=".65"/>`;
    return (
      table(b, tone) +
      `<ellipse cx="90" cy="141" rx="52" ry="13" fill="#1d0c10" opacity=".4" filter="url(#soft)"/><ellipse cx="80" cy="139" rx="46" ry="12" fill="${b.linear('#f7ecd8', '#d3b98e')}"/>` +
      (straw
        ? `<path d="M92 ${level + 20}L106 4" stroke="${darker(straw, 0.3)}" stroke-width="8" stroke-linecap="round"/><path d="M91.5 ${level + 20}L105.5 4" stroke="${straw}" stroke-width="5.5" stroke-linecap="round"/>`
        : '') +
      `<path d="${body(top, lip)}" fill="#fff" fill-opacity=".3"/>` +
      `<g clip-path="url(#${clip})"><rect x="30" y="${level}" width="100" height="130" fill="${fill}"/>${ice ? cube(68, level + 12, 14) + cube(92, level + 15, -20) + cube(78, level + 34, 38) : ''}${inside ? inside(b) : ''}</g>` +
      `<ellipse cx="80" cy="${level}" rx="${n(at15 - 2.5)}" ry="7" fill="${lighter(drink[0] ?? '#ffffff', 0.3)}" opacity=".9"/>` +
      (foam
        ? `<path d="M${n(80 - lip + 2)} ${top + 4}q4 -12 14 -9q8 -9 18 -3q10 -6 16 3q12 -2 ${n(lip * 2 - 52)} 9L${n(80 + at15 - 3)} ${level + 11}q-${n(at15 - 3)} 9 -${n(at15 * 2 - 6)} 0Z" fill="${b.linear('#ffffff', foam)}"/>`
        : '') +
      `<path d="${body(top, lip)}" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="1.8"/>` +
      (foam
        ? ''
        : `<ellipse cx="80" cy="${top}" rx="${lip}" ry="7.5" fill="#fff" fill-opacity=".15" stroke="#fff" stroke-opacity=".85" stroke-width="1.6"/>`) +
      `<path d="M${n(80 - lip + 8)} ${top + 14}L${n(80 - foot + 7)} ${bottom - 14}" stroke="#fff" stroke-width="4.5" stroke-linecap="round" opacity=".5"/>` +
      (garnish ? garnish(b) : '')
    );
  };

/** A small dish standing beside the food, for a sauce. */
export const saucer = (x: number, y: number, sauce: string, r = 15): Layer =>
  at(
    x,
    y,
    0,
    1,
    (b) =>
      `<circle cx="2" cy="3.5" r="${r}" fill="#1d0c10" opacity=".3"/><circle r="${r}" fill="${b.round('#f6f1e6', 0.5, 0.15)}"/><circle r="${n(r * 0.72)}" fill="${b.round(sauce, 0.2, 0.4)}"/>`,
  );

export const chopsticks = (x = 80, y = 80, turn = -32, color = '#7a2f24'): Layer =>
  at(x, y, turn, 1, () =>
    [-3.2, 3.2]
      .map(
        (dy, i) =>
          `<path d="M-70 ${dy + 3}L66 ${n(dy * 1.5 + 3)}" stroke="#1d0c10" stroke-width="4" opacity=".25"/><path d="M-70 ${dy}L66 ${n(dy * 1.5 + i * 0.4)}" stroke="${color}" stroke-width="4" stroke-linecap="round"/><path d="M-66 ${n(dy - 1)}L60 ${n(dy * 1.5 - 1)}" stroke="#fff" stroke-width=".8" opacity=".35"/>`,
      )
      .join(''),
  );
