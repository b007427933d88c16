// Tables of the ESC/POS reader: code pages, and how many bytes follow the commands that are only stepped over.
// Built from Epson's ESC/POS command reference (ESC t, ESC R, FS & and the command lists) and the code pages of Unicode's vendor tables.

/** How bytes from 0x80 are read in a printer's character (Kanji) mode; raw leaves them as Latin-1. */
export type WideText = 'gb18030' | 'big5' | 'shift_jis' | 'euc-kr' | 'raw';

const PC437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
const PC850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
/** PC858 is PC850 with the euro in place of the dotless i. */
const PC858 = PC850.replace('ı', '€');
const PAGES: Record<number, string> = { 0: PC437, 2: PC850, 19: PC858 };
const NAMED: Record<number, string> = {
  45: 'windows-1250',
  16: 'windows-1252',
  17: 'ibm866',
  46: 'windows-1251',
  47: 'windows-1253',
  48: 'windows-1254',
  49: 'windows-1255',
  50: 'windows-1256',
  51: 'windows-1257',
  52: 'windows-1258',
};

/** Reads bytes of one code page (the number of ESC t); unknown pages give Latin-1. */
export function readPage(bytes: Uint8Array, page: number): string {
  const name = NAMED[page];
  if (name) return new TextDecoder(name).decode(bytes);
  const table = PAGES[page];
  return [...bytes]
    .map((b) => (b < 0x80 || !table ? String.fromCharCode(b) : (table[b - 0x80] ?? '?')))
    .join('');
}

export const ESC = 0x1b;
export const GS = 0x1d;
export const FS = 0x1c;
export const DLE = 0x10;

/** Commands that only need to be stepped over: how many bytes follow the two of the command. */
export const SKIP: Record<number, Record<string, number>> = {
  [ESC]: {
    ' ': 1,
    $: 2,
    '%': 1,
    '2': 0,
    '3': 1,
    '<': 0,
    '=': 1,
    '?': 1,
    A: 1,
    B: 2,
    L: 0,
    M: 1,
    R: 1,
    S: 0,
    T: 1,
    U: 1,
    V: 1,
    W: 8,
    '\\': 2,
    c: 2,
    r: 1,
    u: 1,
    v: 0,
    '{': 1,
    G: 1,
  },
  [GS]: {
    '"': 1,
    $: 2,
    '/': 1,
    ':': 0,
    C: 1,
    E: 1,
    H: 1,
    I: 1,
    L: 2,
    P: 2,
    T: 1,
    W: 2,
    '\\': 2,
    a: 1,
    b: 1,
    c: 0,
    f: 1,
    h: 1,
    r: 1,
    w: 1,
    z: 2,
    '^': 3,
  },
  [FS]: { '&': 0, '.': 0, '!': 1, '-': 1, S: 2, W: 1, p: 2, C: 1 },
};
