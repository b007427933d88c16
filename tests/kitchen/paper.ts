/**
 * What comes out of an ESC/POS printer for the bytes that go in: lines of text with their look, cuts, drawer pulses.
 * Written from the public command reference; knows nothing of the server. Its dots are those of 203 an inch.
 */
import { commandIn, isPrefix, type Command } from './esc-pos-commands.ts';

/** The characters of two bytes that a printer is sold with, or none. */
export type BuiltIn = 'none' | 'big5' | 'gb18030' | 'shift_jis';

/** Text of one look that stands together. */
export interface Span {
  readonly text: string;
  /** Dots from the left edge of the printable area. */
  readonly at: number;
  readonly dots: number;
  readonly isBold: boolean;
  readonly isInverted: boolean;
  /** Of a character: 1 as usual, 2 twice as wide or high. */
  readonly width: number;
  readonly height: number;
}

export interface PrintedLine {
  /** The spans in columns of 12 dots, no blanks behind. */
  readonly text: string;
  readonly spans: readonly Span[];
  /** It was full, and the printer began the next one by itself. */
  readonly isOverfull: boolean;
}

export interface PrintedTicket {
  readonly lines: readonly PrintedLine[];
  readonly cut: 'full' | 'partial';
  /** Every command since the last cut, this one included. */
  readonly commands: readonly Command[];
  /** Pictures among them. */
  readonly rasters: readonly Command[];
}

export type Paper = ReturnType<typeof startPaper>;

/** Paper of 80 mm. */
const printableDots = 576;
const columnDots = 12;

export function startPaper(builtIn: BuiltIn) {
  const tickets: PrintedTicket[] = [];
  const pulses: Command[] = [];
  let waiting: Uint8Array = new Uint8Array();
  let lines: PrintedLine[] = [];
  let spans: GrowingSpan[] = [];
  let commands: Command[] = [];
  let x = 0;
  let look = afterReset(builtIn);

  const reset = () => {
    look = afterReset(builtIn);
    spans = [];
    x = 0;
  };
  const feed = (isOverfull = false) => {
    lines.push({ text: textOf(spans), spans, isOverfull });
    spans = [];
    x = 0;
  };
  const cut = (kind: PrintedTicket['cut']) => {
    if (spans.length > 0) feed();
    const rasters = commands.filter(({ name }) => ['GS v', 'GS 8', 'GS (', 'GS *', 'ESC *'].includes(name));
    tickets.push({ lines, cut: kind, commands, rasters });
    [lines, commands] = [[], []];
  };
  const put = (text: string, columns: 1 | 2) => {
    const { isBold, isInverted, width, height } = look;
    const dots = columns * columnDots * width + (columns === 2 ? look.wideSpacing : look.spacing);
    if (x + dots > look.area) feed(true);
    add(spans, { text, at: look.margin + x, dots, isBold, isInverted, width, height });
    x += dots;
  };
  const obey = (command: Command) => {
    const { name, args } = command;
    const [n = 0, high = 0] = args;
    // Real-time commands are not of the paper.
    if (name.startsWith('DLE')) return;
    commands.push(command);
    if (name === 'ESC @') reset();
    else if (name === 'ESC $') x = n + 256 * high;
    else if (name === 'ESC \\') x += ((n + 256 * high) << 16) >> 16;
    else if (name === 'ESC d') for (let line = 0; line < n; line += 1) feed();
    else if (name === 'ESC i' || name === 'ESC m') cut('partial');
    else if (name === 'GS V') cut([0, 48, 65, 97, 103].includes(n) ? 'full' : 'partial');
    else if (name === 'ESC p') pulses.push(command);
    else look = { ...look, ...changeOf(look, command) };
  };

  /** A command, a character or a control; size 0 where more has to come first. */
  const step = (bytes: Uint8Array): { size: number; command?: Command } => {
    const [first = 0] = bytes;
    if (isPrefix(first)) {
      const found = commandIn(bytes);
      if (found) obey(found.command);
      return found ?? { size: 0 };
    }
    if (first === 0x0a) feed();
    else if (first in controls) commands.push({ name: controls[first]!, args: [] });
    else if (first >= 0x20 && look.isWide && leads[builtIn](first)) {
      if (bytes.length < 2) return { size: 0 };
      put(decoders[builtIn].decode(bytes.subarray(0, 2)), 2);
      return { size: 2 };
    } else if (first >= 0x20) put(singleByte(first, look.codePage), 1);
    return { size: 1 };
  };

  return {
    tickets,
    /** To the connector of the cash drawer. */
    pulses,
    /** Lines since the last cut. */
    uncut: (): readonly PrintedLine[] => lines,
    /** Goes on with what it has and these bytes for as long as it may; `done` hears of each command. */
    take(bytes: Uint8Array, may: () => boolean = () => true, done?: (command: Command) => void): void {
      waiting = new Uint8Array(Buffer.concat([waiting, bytes]));
      while (waiting.length > 0 && may()) {
        const { size, command } = step(waiting);
        if (size === 0) return;
        waiting = waiting.subarray(size);
        if (command) done?.(command);
      }
    },
    /** As when it is switched off: what it had taken and not printed is lost. */
    forget(): void {
      waiting = new Uint8Array();
      reset();
    },
  };
}

/** Lead bytes: whatever comes behind one belongs to it. */
const leads: Readonly<Record<BuiltIn, (byte: number) => boolean>> = {
  none: () => false,
  big5: (byte) => byte >= 0xa1 && byte <= 0xf9,
  gb18030: (byte) => byte >= 0x81 && byte <= 0xfe,
  shift_jis: (byte) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc),
};

/** 80 to 9F of windows-1252; Node 24 decodes them as controls. */
const westernExtras = '€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ';

const decoders: Readonly<Record<BuiltIn, TextDecoder>> = {
  none: new TextDecoder('latin1'),
  big5: new TextDecoder('big5'),
  gb18030: new TextDecoder('gb18030'),
  shift_jis: new TextDecoder('shift_jis'),
};

/** They do something, if little; all others a printer passes by. */
const controls: Readonly<Record<number, string>> = { 0x09: 'HT', 0x0c: 'FF', 0x18: 'CAN' };

/** Of the code pages only ASCII's part and the one of Windows (16) are needed. */
function singleByte(byte: number, codePage: number): string {
  if (byte < 0x80) return String.fromCharCode(byte);
  if (codePage !== 16) return '\uFFFD';
  return westernExtras[byte - 0x80] ?? String.fromCharCode(byte);
}

interface Look {
  readonly isBold: boolean;
  readonly isInverted: boolean;
  readonly width: number;
  readonly height: number;
  readonly codePage: number;
  /** In the mode of two bytes. */
  readonly isWide: boolean;
  readonly margin: number;
  readonly area: number;
  readonly spacing: number;
  readonly wideSpacing: number;
}

/** Chinese printers begin in the mode of two bytes, the others do not. */
function afterReset(builtIn: BuiltIn): Look {
  return {
    isBold: false,
    isInverted: false,
    width: 1,
    height: 1,
    codePage: 0,
    isWide: builtIn === 'big5' || builtIn === 'gb18030',
    margin: 0,
    area: printableDots,
    spacing: 0,
    wideSpacing: 0,
  };
}

function changeOf(look: Look, { name, args }: Command): Partial<Look> {
  const [n = 0, high = 0] = args;
  if (name === 'ESC E') return { isBold: n % 2 === 1 };
  if (name === 'GS B') return { isInverted: n % 2 === 1 };
  if (name === 'GS !') return { width: ((n >> 4) & 7) + 1, height: (n & 7) + 1 };
  if (name === 'ESC !') return { isBold: (n & 8) > 0, height: n & 16 ? 2 : 1, width: n & 32 ? 2 : 1 };
  if (name === 'ESC t') return { codePage: n };
  if (name === 'ESC \x20') return { spacing: n };
  if (name === 'FS &') return { isWide: true };
  if (name === 'FS .') return { isWide: false };
  if (name === 'FS S') return { wideSpacing: n + high };
  if (name === 'GS L') return { margin: n + 256 * high };
  if (name === 'GS W') return { area: Math.min(n + 256 * high, printableDots - look.margin) };
  return {};
}

type GrowingSpan = { -readonly [Field in keyof Span]: Span[Field] };

/** One more character, in the last span where it goes on with it. */
function add(spans: GrowingSpan[], next: GrowingSpan): void {
  const last = spans.at(-1);
  const goesOn =
    last !== undefined &&
    last.at + last.dots === next.at &&
    last.isBold === next.isBold &&
    last.isInverted === next.isInverted &&
    last.width === next.width &&
    last.height === next.height;
  if (!goesOn) spans.push(next);
  else {
    last.text += next.text;
    last.dots += next.dots;
  }
}

/** Where a gap is between spans stands as much blank. */
function textOf(spans: readonly Span[]): string {
  let text = '';
  let end = 0;
  for (const { text: more, at, dots } of spans) {
    text += ' '.repeat(Math.max(0, Math.round((at - end) / columnDots))) + more;
    end = at + dots;
  }
  return text.trimEnd();
}
