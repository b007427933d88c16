import { pinyin } from 'pinyin-pro';

/** Byte ranges of the common characters: level 1 of Big5 (traditional) and of GB 2312 (simplified). */
const levels = [
  { charset: 'big5', first: 0xa4, last: 0xc6, cells: [[0x40, 0x7e], [0xa1, 0xfe]] },
  { charset: 'gb18030', first: 0xb0, last: 0xd7, cells: [[0xa1, 0xfe]] },
] as const; // prettier-ignore

/** Further characters that menus use. */
const ofKitchens =
  '鱈蕎噌鮪鮭鰻鯛鯷鱸蜊蛤魷鮑鯖鮨鯰鱔鱿餛飩煲爌麴腱腩鵪鶉蟶蚌粿粄糬薏芫荽茼蒿莧薺苜蓿豉荸瓠茭蕈燜煨羶饃蠔鯊鱉鰤鰹鱘鳕芡醪糍飥鏊灼';

/** Readings in Taiwan that differ from those on the mainland. */
const inTaiwan: Readonly<Record<string, string>> = {
  血: 'xie', 液: 'yi', 酵: 'xiao', 蝸: 'gua', 垃: 'le', 圾: 'se', 和: 'han', 菠: 'bo', 櫻: 'ying', 蚵: 'e', 茄: 'qie',
}; // prettier-ignore

/** Writes the source of `projections/menu/search/sound-table.ts`. */
export function soundTable(): string {
  const first = new Map<string, string[]>();
  const others = new Map<string, string[]>();
  for (const character of characters()) {
    const [usual, ...rare] = readings(character);
    if (usual !== undefined) put(first, usual, character);
    for (const reading of rare) put(others, reading, character);
  }
  return `/** Made by \`dev/sounds/make-sound-table.ts\` from pinyin-pro (MIT): not to be edited. */

/** Pinyin without tones, each followed by the characters that are mostly read so. */
export const usualSounds =
  '${written(first)}';

/** Further readings. */
export const otherSounds =
  '${written(others)}';
`;
}

function characters(): string[] {
  const all = new Set(ofKitchens);
  for (const { charset, first, last, cells } of levels) {
    const decoder = new TextDecoder(charset);
    for (let row = first; row <= last; row += 1)
      for (const [from, to] of cells)
        for (let cell = from; cell <= to; cell += 1) {
          const character = decoder.decode(Uint8Array.of(row, cell));
          if (/^[\u4E00-\u9FFF]$/.test(character)) all.add(character);
        }
  }
  return [...all].sort();
}

/** The usual reading comes first. */
function readings(character: string): string[] {
  const known = pinyin(character, { multiple: true, toneType: 'none', type: 'array' });
  const usual = pinyin(character, { toneType: 'none' });
  const taiwan = inTaiwan[character];
  const all = [usual, ...known, ...(taiwan === undefined ? [] : [taiwan])].map(plainSyllable);
  return [...new Set(all)].filter((syllable) => /^[a-z]+$/.test(syllable) && /[aeiou]/.test(syllable));
}

/** People type ü as u or v. Finding too much is better than finding nothing. */
function plainSyllable(syllable: string): string {
  return syllable.replaceAll(/[üv]/g, 'u');
}

function put(table: Map<string, string[]>, syllable: string, character: string): void {
  table.set(syllable, [...(table.get(syllable) ?? []), character]);
}

function written(table: ReadonlyMap<string, readonly string[]>): string {
  return [...table]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([syllable, signs]) => syllable + signs.join(''))
    .join('');
}
