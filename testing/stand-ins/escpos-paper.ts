/**
 * An ESC/POS printer for tests: bytes go in, lines of text with their look come out. It is written from the public
 * command reference of the TM printers and imports nothing from the server. It prints 203 dots an inch.
 */

/** The two-byte character set that a printer is sold with, or none. */
export type BuiltIn = 'none' | 'big5' | 'gb18030';

export interface Command {
  /** `ESC E` or `GS V`. For bytes that begin no command of the table: `unknown 1B 99`. */
  readonly name: string;
  readonly args: readonly number[];
}

/** Text that stands together and has one look. */
export interface Span {
  readonly text: string;
  /** Dots from the left edge of the printable area. */
  readonly at: number;
  readonly dots: number;
  readonly isBold: boolean;
  readonly isInverted: boolean;
  /** Factor of the character size: 1 or 2. */
  readonly width: number;
  readonly height: number;
}

export interface PrintedLine {
  /** The spans in columns of 12 dots, without blanks at the end. */
  readonly text: string;
  readonly spans: readonly Span[];
  /** The line was full, so the printer itself began the next one. */
  readonly isOverfull: boolean;
}

/** A picture. */
export interface Raster {
  /** Dots. */
  readonly width: number;
  readonly height: number;
  /** One bit a dot, rows of whole bytes. */
  readonly bits: Uint8Array;
  /** The number of lines before it. */
  readonly afterLine: number;
}

export interface PrintedTicket {
  readonly lines: readonly PrintedLine[];
  readonly rasters: readonly Raster[];
  readonly cut: 'full' | 'partial';
  /** All commands since the last cut, with the cut. */
  readonly commands: readonly Command[];
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
  let rasters: Raster[] = [];
  let spans: GrowingSpan[] = [];
  let commands: Command[] = [];
  let x = 0;
  let look = lookAfterReset(builtIn);
  const decoder = new TextDecoder(builtIn === 'none' ? 'latin1' : builtIn);

  const reset = () => {
    look = lookAfterReset(builtIn);
    spans = [];
    x = 0;
  };
  const feedLine = (isOverfull = false) => {
    lines.push({ text: joinSpans(spans), spans, isOverfull });
    spans = [];
    x = 0;
  };
  const cut = (kind: PrintedTicket['cut']) => {
    if (spans.length > 0) feedLine();
    tickets.push({ lines, rasters, cut: kind, commands });
    [lines, rasters, commands] = [[], [], []];
  };
  const put = (text: string, columns: 1 | 2) => {
    const { isBold, isInverted, width, height } = look;
    const dots = columns * columnDots * width;
    if (x + dots > look.area) feedLine(true);
    addTo(spans, { text, at: look.margin + x, dots, isBold, isInverted, width, height });
    x += dots;
  };
  const obey = (command: Command) => {
    const { name, args } = command;
    const [n = 0, high = 0] = args;
    // The printer answers a question about its state at once; it is no part of the ticket.
    if (name === 'DLE \x04') return;
    commands.push(command);
    if (name === 'ESC @') reset();
    else if (name === 'ESC $') x = n + 256 * high;
    else if (name === 'ESC \\') x += ((n + 256 * high) << 16) >> 16;
    else if (name === 'GS v') rasters.push({ ...readRaster(args), afterLine: lines.length });
    else if (name === 'GS V') cut(n === 66 ? 'partial' : 'full');
    else if (name === 'ESC p' || name === 'DLE \x14') pulses.push(command);
    else look = { ...look, ...changeOf(look, command) };
  };

  /** Handles a command, a character or a control. The size is 0 while its end has not come. */
  const step = (bytes: Uint8Array): { size: number; command?: Command } => {
    const [first = 0] = bytes;
    if (first in prefixes) {
      const found = findCommand(bytes);
      if (found) obey(found.command);
      return found ?? { size: 0 };
    }
    if (first === 0x0a) feedLine();
    else if (first in controls) commands.push({ name: controls[first]!, args: [] });
    else if (first >= 0x20 && look.isWide && isLead[builtIn](first)) {
      if (bytes.length < 2) return { size: 0 };
      put(decoder.decode(bytes.subarray(0, 2)), 2);
      return { size: 2 };
    } else if (first >= 0x20) put(decodeByte(first, look.codePage), 1);
    return { size: 1 };
  };

  return {
    tickets,
    /** Commands that open the cash drawer. */
    pulses,
    /** Lines since the last cut. */
    uncut: (): readonly PrintedLine[] => lines,
    /** Adds these bytes and prints for as long as `may` allows. Calls `done` after each command. */
    take(bytes: Uint8Array, may: () => boolean = () => true, done?: (command: Command) => void): void {
      waiting = new Uint8Array(Buffer.concat([waiting, bytes]));
      while (waiting.length > 0 && may()) {
        const { size, command } = step(waiting);
        if (size === 0) return;
        waiting = waiting.subarray(size);
        if (command) done?.(command);
      }
    },
    /** Power off: bytes that are not printed yet are lost. */
    forget(): void {
      waiting = new Uint8Array();
      reset();
    },
  };
}

const prefixes: Readonly<Record<number, string>> = { 0x10: 'DLE', 0x1b: 'ESC', 0x1c: 'FS', 0x1d: 'GS' };

/** The commands that a ticket needs, that ask for the state and that open the drawer, by their number of parameter bytes. */
const commandsBySize = [
  'ESC 2|ESC @|FS &|FS .',
  'DLE \x04|ESC \x20|ESC -|ESC 3|ESC E|ESC M|ESC a|ESC t|ESC {|FS -|GS !|GS B|GS a|GS r',
  'ESC $|ESC \\|FS S|GS L|GS V|GS W',
  'DLE \x14|ESC p',
].map((names) => names.split('|'));

/** The command at the front and its size in bytes; undefined while its end has not come. */
function findCommand(bytes: Uint8Array): { command: Command; size: number } | undefined {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return undefined;
  const name = `${prefixes[first]} ${String.fromCharCode(second)}`;
  const count = commandsBySize.findIndex((names) => names.includes(name));
  if (name === 'GS v') {
    const size = rasterHead + measureRaster(bytes);
    return bytes.length < size ? undefined : { command: { name, args: [...bytes.subarray(2, size)] }, size };
  }
  if (count < 0) return { command: { name: `unknown ${toHex(first)} ${toHex(second)}`, args: [] }, size: 2 };
  if (bytes.length < 2 + count) return undefined;
  return { command: { name, args: [...bytes.subarray(2, 2 + count)] }, size: 2 + count };
}

/** GS v 0 m xL xH yL yH, and then x × y bytes. */
const rasterHead = 8;

/** Infinity while the size is not known. */
function measureRaster(bytes: Uint8Array): number {
  const [xLow = 0, xHigh = 0, yLow = 0, yHigh] = bytes.subarray(4, rasterHead);
  return yHigh === undefined ? Infinity : (xLow + 256 * xHigh) * (yLow + 256 * yHigh);
}

function readRaster(args: readonly number[]): Omit<Raster, 'afterLine'> {
  const [xLow = 0, xHigh = 0, yLow = 0, yHigh = 0] = args.slice(2);
  const bits = Uint8Array.from(args.slice(rasterHead - 2));
  return { width: 8 * (xLow + 256 * xHigh), height: yLow + 256 * yHigh, bits };
}

const toHex = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase();

/** A lead byte takes the next byte with it. */
const isLead: Readonly<Record<BuiltIn, (byte: number) => boolean>> = {
  none: () => false,
  big5: (byte) => byte >= 0xa1 && byte <= 0xf9,
  gb18030: (byte) => byte >= 0x81 && byte <= 0xfe,
};

/** 80 to 9F of windows-1252. Node 24 decodes them as controls. */
const westernExtras = '€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ';

/** A printer ignores all other controls. */
const controls: Readonly<Record<number, string>> = { 0x09: 'HT', 0x0c: 'FF', 0x18: 'CAN' };

/** Knows ASCII and the code page of Windows (16). */
function decodeByte(byte: number, codePage: number): string {
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
  /** Lead bytes begin a character of two bytes. */
  readonly isWide: boolean;
  readonly margin: number;
  readonly area: number;
}

/** A Chinese printer starts in its two-byte mode. */
function lookAfterReset(builtIn: BuiltIn): Look {
  return {
    isBold: false,
    isInverted: false,
    width: 1,
    height: 1,
    codePage: 0,
    isWide: builtIn !== 'none',
    margin: 0,
    area: printableDots,
  };
}

function changeOf(look: Look, { name, args }: Command): Partial<Look> {
  const [n = 0, high = 0] = args;
  if (name === 'ESC E') return { isBold: n % 2 === 1 };
  if (name === 'GS B') return { isInverted: n % 2 === 1 };
  if (name === 'GS !') return { width: ((n >> 4) & 7) + 1, height: (n & 7) + 1 };
  if (name === 'ESC t') return { codePage: n };
  if (name === 'FS &') return { isWide: true };
  if (name === 'FS .') return { isWide: false };
  if (name === 'GS L') return { margin: n + 256 * high };
  if (name === 'GS W') return { area: Math.min(n + 256 * high, printableDots - look.margin) };
  return {};
}

type GrowingSpan = { -readonly [Field in keyof Span]: Span[Field] };

/** Appends a character to the last span if it continues it. */
function addTo(spans: GrowingSpan[], next: GrowingSpan): void {
  const last = spans.at(-1);
  const continues =
    last !== undefined &&
    last.at + last.dots === next.at &&
    last.isBold === next.isBold &&
    last.isInverted === next.isInverted &&
    last.width === next.width &&
    last.height === next.height;
  if (!continues) spans.push(next);
  else {
    last.text += next.text;
    last.dots += next.dots;
  }
}

/** Fills gaps between spans with blanks. */
function joinSpans(spans: readonly Span[]): string {
  let text = '';
  let end = 0;
  for (const { text: more, at, dots } of spans) {
    text += ' '.repeat(Math.max(0, Math.round((at - end) / columnDots))) + more;
    end = at + dots;
  }
  return text.trimEnd();
}
