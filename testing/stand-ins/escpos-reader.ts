// Reads ESC/POS bytes back into lines of text, pictures, cuts and drawer kicks, so that tests can look at a receipt.
// Built from Epson's ESC/POS command reference (download4.epson.biz/sec_pubs/pos/reference_en/escpos), compared with
// src/escpos/constants.py of github.com/python-escpos/python-escpos. Commands that are not shown are stepped over by their length.

import { DLE, ESC, FS, GS, readPage, SKIP, type WideText } from './escpos-tables.ts';

export interface TextRun {
  text: string;
  bold: boolean;
  underline: boolean;
  inverse: boolean;
  /** Times the normal size, 1 to 8. */
  width: number;
  height: number;
}

export interface ReceiptLine extends Omit<TextRun, 'underline' | 'inverse'> {
  align: 'left' | 'center' | 'right';
  runs: TextRun[];
  /** The bytes of the text, for code pages that the reader does not know. */
  raw: Buffer;
}

export interface Raster {
  command: 'GS v 0' | 'ESC *' | 'GS ( L';
  width: number;
  height: number;
  /** One bit a dot, rows padded to whole bytes; columns instead of rows for ESC *. */
  bits: Buffer;
  /** How many lines of text came before it. */
  afterLine: number;
}

export interface Receipt {
  lines: ReceiptLine[];
  rasters: Raster[];
  cuts: { full: boolean; afterLine: number }[];
  /** Drawer kicks: the pin (2 or 5) and the pulse in milliseconds. */
  kicks: { pin: 2 | 5; onMs: number; offMs: number }[];
  barcodes: { type: number; data: string }[];
  qrCodes: string[];
  /** Code pages chosen by ESC t, in order. */
  pages: number[];
  /** Commands the reader does not know, in hexadecimal. A correct job has none. */
  unknown: string[];
}

export class EscPosReader {
  readonly receipt: Receipt = {
    lines: [],
    rasters: [],
    cuts: [],
    kicks: [],
    barcodes: [],
    qrCodes: [],
    pages: [],
    unknown: [],
  };
  /** Called for DLE EOT n and GS r n, which ask the printer for its state. */
  onStatus: (kind: 'DLE EOT' | 'GS r', n: number) => void = () => undefined;
  private rest: Buffer = Buffer.alloc(0);
  private text: number[] = [];
  private raw: number[] = [];
  private runs: TextRun[] = [];
  private align: ReceiptLine['align'] = 'left';
  private style: Omit<TextRun, 'text'> = {
    bold: false,
    underline: false,
    inverse: false,
    width: 1,
    height: 1,
  };
  private page = 0;
  private wideOn: boolean;
  private qr = '';
  private readonly wide: WideText;

  constructor(wide: WideText = 'raw') {
    this.wide = wide;
    // Printers made for Chinese, Japanese or Korean start in character mode.
    this.wideOn = wide !== 'raw';
  }

  push(bytes: Buffer): void {
    this.rest = Buffer.concat([this.rest, bytes]);
    for (let used = this.step(); used > 0; used = this.step()) this.rest = this.rest.subarray(used);
  }

  /** Ends the last line even without a line feed. */
  finish(): Receipt {
    if (this.raw.length > 0) this.endLine();
    return this.receipt;
  }

  /** True if bytes are left over that make no whole command. */
  get unfinished(): boolean {
    return this.rest.length > 0;
  }

  private decode(): string {
    const bytes = Uint8Array.from(this.text);
    if (this.wideOn && this.wide !== 'raw') return new TextDecoder(this.wide).decode(bytes);
    return readPage(bytes, this.page);
  }

  /** Closes the run of letters that share a style. */
  private endRun(): void {
    if (this.text.length > 0) this.runs.push({ text: this.decode(), ...this.style });
    this.text = [];
  }

  private endLine(): void {
    this.endRun();
    const { runs } = this;
    const getLargest = (size: 'width' | 'height'): number => Math.max(1, ...runs.map((r) => r[size]));
    this.receipt.lines.push({
      text: runs.map((r) => r.text).join(''),
      align: this.align,
      bold: runs.some((r) => r.bold),
      width: getLargest('width'),
      height: getLargest('height'),
      runs,
      raw: Buffer.from(this.raw),
    });
    this.runs = [];
    this.raw = [];
  }

  private restyle(change: Partial<Omit<TextRun, 'text'>>): number {
    this.endRun();
    this.style = { ...this.style, ...change };
    return 3;
  }

  private reset(): number {
    this.endRun();
    this.align = 'left';
    this.style = { bold: false, underline: false, inverse: false, width: 1, height: 1 };
    this.page = 0;
    this.wideOn = this.wide !== 'raw';
    return 2;
  }

  private picture(
    command: Raster['command'],
    width: number,
    height: number,
    from: number,
    size: number,
  ): number {
    if (this.rest.length < from + size) return 0;
    const bits = Buffer.from(this.rest.subarray(from, from + size));
    this.receipt.rasters.push({ command, width, height, bits, afterLine: this.receipt.lines.length });
    return from + size;
  }

  /** Reads one command or letter. Returns the bytes used, or 0 to wait for more. */
  private step(): number {
    const [first, second] = this.rest;
    if (first === undefined) return 0;
    if (first === ESC || first === GS || first === FS || first === DLE) {
      return second === undefined ? 0 : this.command(first, String.fromCharCode(second));
    }
    if (first === 0x0a) this.endLine();
    else if (first >= 0x20 || first === 0x09) {
      this.text.push(first);
      this.raw.push(first);
    } else if (![0x0d, 0x0c, 0x18, 0x00].includes(first)) this.receipt.unknown.push(first.toString(16));
    return 1;
  }

  private command(lead: number, letter: string): number {
    const b = this.rest;
    const readByte = (i: number): number => b[i] ?? 0;
    const need = (n: number): boolean => b.length >= n;
    const key = `${lead === ESC ? 'ESC' : lead === GS ? 'GS' : lead === FS ? 'FS' : 'DLE'} ${letter}`;
    if (key === 'ESC @') return this.reset();
    if (key === 'FS &' || key === 'FS .') {
      this.endRun();
      this.wideOn = letter === '&' && this.wide !== 'raw';
      return 2;
    }
    if (key === 'ESC i' || key === 'ESC m') {
      this.receipt.cuts.push({ full: letter === 'i', afterLine: this.receipt.lines.length });
      return 2;
    }
    if (key === 'DLE \u0004' || key === 'GS r') {
      if (!need(3)) return 0;
      this.onStatus(lead === DLE ? 'DLE EOT' : 'GS r', readByte(2));
      // Some DLE EOT take a second number.
      if (lead === DLE && [7, 8, 18].includes(readByte(2))) return need(4) ? 4 : 0;
      return 3;
    }
    if (key === 'DLE \u0014') return need(5) ? 5 : 0;
    if (key === 'DLE \u0005') return need(3) ? 3 : 0;
    if (!need(3)) return SKIP[lead]?.[letter] === 0 ? 2 : 0;
    const n = readByte(2);
    switch (key) {
      case 'ESC a':
        this.align = (['left', 'center', 'right'] as const)[n % 48] ?? 'left';
        return 3;
      case 'ESC !':
        return this.restyle({
          bold: (n & 8) > 0,
          underline: (n & 128) > 0,
          height: n & 16 ? 2 : 1,
          width: n & 32 ? 2 : 1,
        });
      case 'ESC E':
        return this.restyle({ bold: (n & 1) > 0 });
      case 'ESC -':
        return this.restyle({ underline: n % 48 > 0 });
      case 'GS !':
        return this.restyle({ width: ((n >> 4) & 7) + 1, height: (n & 7) + 1 });
      case 'GS B':
        return this.restyle({ inverse: (n & 1) > 0 });
      case 'ESC t':
        this.endRun();
        this.page = n;
        this.receipt.pages.push(n);
        return 3;
      case 'ESC d':
      case 'ESC J':
        if (this.raw.length > 0) this.endLine();
        return 3;
      case 'ESC D':
        return b.indexOf(0, 2) < 0 ? 0 : b.indexOf(0, 2) + 1;
      case 'ESC p':
        if (!need(5)) return 0;
        this.receipt.kicks.push({ pin: n % 48 === 1 ? 5 : 2, onMs: readByte(3) * 2, offMs: readByte(4) * 2 });
        return 5;
      case 'ESC *': {
        if (!need(5)) return 0;
        const columns = readByte(3) + readByte(4) * 256;
        const high = n >= 32 ? 24 : 8;
        return this.picture('ESC *', columns, high, 5, columns * (high / 8));
      }
      case 'GS V': {
        const feeds = n >= 65;
        if (feeds && !need(4)) return 0;
        if (this.raw.length > 0) this.endLine();
        this.receipt.cuts.push({
          full: [0, 48, 65, 97, 103].includes(n),
          afterLine: this.receipt.lines.length,
        });
        return feeds ? 4 : 3;
      }
      case 'GS v':
        if (!need(8)) return 0;
        return this.picture(
          'GS v 0',
          (readByte(4) + readByte(5) * 256) * 8,
          readByte(6) + readByte(7) * 256,
          8,
          (readByte(4) + readByte(5) * 256) * (readByte(6) + readByte(7) * 256),
        );
      case 'GS k':
        return this.barcode(n);
      case 'GS (':
      case 'GS 8':
      case 'FS (':
      case 'ESC (':
        return this.counted(letter === '8' ? 4 : 2);
      default: {
        const more = SKIP[lead]?.[letter];
        if (more === undefined) this.receipt.unknown.push(b.subarray(0, 2).toString('hex'));
        return more === undefined ? 2 : need(2 + more) ? 2 + more : 0;
      }
    }
  }

  private barcode(m: number): number {
    const b = this.rest;
    if (b.length < 4) return 0;
    const end = m >= 65 ? 4 + (b[3] ?? 0) : b.indexOf(0, 3);
    if (end < 0 || b.length < end) return 0;
    this.receipt.barcodes.push({ type: m, data: b.subarray(m >= 65 ? 4 : 3, end).toString('latin1') });
    return m >= 65 ? end : end + 1;
  }

  /** Commands that carry their own length: pictures by GS ( L and codes by GS ( k. */
  private counted(sizeBytes: 2 | 4): number {
    const b = this.rest;
    if (b.length < 3 + sizeBytes) return 0;
    const size = sizeBytes === 2 ? b.readUInt16LE(3) : b.readUInt32LE(3);
    const from = 3 + sizeBytes;
    if (b.length < from + size) return 0;
    const data = b.subarray(from, from + size);
    const kind = String.fromCharCode(b[2] ?? 0);
    if (kind === 'L' && data[1] === 112)
      this.picture('GS ( L', data.readUInt16LE(6), data.readUInt16LE(8), from + 10, size - 10);
    if (kind === 'k' && data[0] === 49 && data[1] === 80) this.qr = data.subarray(3).toString('utf8');
    if (kind === 'k' && data[0] === 49 && data[1] === 81) this.receipt.qrCodes.push(this.qr);
    return from + size;
  }
}
