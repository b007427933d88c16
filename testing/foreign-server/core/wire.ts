import { Decimal } from 'decimal.js';
import type { Switches } from '../switches.ts';

/**
 * Builds the text that goes over the wire. Handlers return plain objects, and mark each leaf as an id, money, a time and
 * so on. The writer spells each leaf as the switches ask. Long ids become JSON numbers with all their digits, which
 * JSON.stringify cannot write.
 *
 * In objects, undefined is "a field without a value" (switch emptyFields), and null is always null.
 */
type LeafKind = 'id' | 'money' | 'count' | 'time' | 'flag' | 'enum' | 'version';

class Leaf {
  readonly kind: LeafKind;
  readonly value: string | number | boolean;
  readonly word: string;
  constructor(kind: LeafKind, value: string | number | boolean, word = '') {
    this.kind = kind;
    this.value = value;
    this.word = word;
  }
}

export const toId = (value: string | undefined) => (value === undefined ? undefined : new Leaf('id', value));
export const toMoney = (value: Decimal | number) => new Leaf('money', Number(value));
export const toCount = (value: number | undefined) =>
  value === undefined ? undefined : new Leaf('count', value);
export const toTime = (ms: number) => new Leaf('time', ms);
export const toFlag = (value: boolean) => new Leaf('flag', value);
export const toEnum = (value: number, word: string) => new Leaf('enum', value, word);
export const toVersion = (value: number) => new Leaf('version', value);

const quote = (text: string) => JSON.stringify(text);

function writeTime(ms: number, form: Switches['times']): string {
  const date = new Date(Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? ms : 0);
  if (form === 'ms') return String(date.getTime());
  if (form === 'msText') return quote(String(date.getTime()));
  if (form === 'seconds') return String(Math.floor(date.getTime() / 1000));
  if (form === 'iso') return quote(date.toISOString());
  return quote(date.toISOString().slice(0, 19).replace('T', ' '));
}

function writeFlag(value: boolean, form: Switches['flags']): string {
  if (form === 'boolean') return String(value);
  return form === 'number' ? (value ? '1' : '0') : quote(String(value));
}

function writeLeaf(leaf: Leaf, switches: Switches): string | undefined {
  const { kind, value, word } = leaf;
  if (kind === 'id')
    return switches.idForm === 'number' && /^(0|[1-9]\d{0,24})$/.test(String(value))
      ? String(value)
      : quote(String(value));
  if (kind === 'money')
    return switches.amounts === 'number'
      ? String(Number(value))
      : quote(new Decimal(Number(value)).toFixed(2));
  if (kind === 'count') return switches.quantities === 'number' ? String(value) : quote(String(value));
  if (kind === 'time') return writeTime(Number(value), switches.times);
  if (kind === 'flag') return writeFlag(value === true, switches.flags);
  if (kind === 'version') {
    if (switches.rowVersions === 'absent') return undefined;
    return switches.rowVersions === 'number' ? String(value) : quote(spellVersion(Number(value), switches));
  }
  if (switches.enums === 'number') return String(value);
  return quote(switches.enums === 'word' ? word : String(value));
}

/** The text form of a row version, as a database would hand it out. */
export function spellVersion(value: number, switches: Switches): string {
  return switches.rowVersions === 'text'
    ? '0x' + value.toString(16).toUpperCase().padStart(16, '0')
    : String(value);
}

function writeField(name: string, value: unknown, switches: Switches): string[] {
  if (value === undefined) {
    if (switches.emptyFields === 'absent') return [];
    return [`${quote(name)}:${switches.emptyFields === 'null' ? 'null' : '""'}`];
  }
  if (Array.isArray(value) && value.length === 0 && switches.emptyLists !== 'list') {
    return switches.emptyLists === 'null' ? [`${quote(name)}:null`] : [];
  }
  const text = writeWire(value, switches);
  return text === undefined ? [] : [`${quote(name)}:${text}`];
}

export function writeWire(value: unknown, switches: Switches): string | undefined {
  if (value === undefined) return undefined;
  if (value instanceof Leaf) return writeLeaf(value, switches);
  if (Array.isArray(value)) return `[${value.map((part) => writeWire(part, switches) ?? 'null').join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .flatMap(([name, part]) => writeField(name, part, switches))
      .join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Parses JSON and keeps whole numbers of more than 15 digits as text, so that no id loses digits. */
export function parseWire(text: string): unknown {
  const safe = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (part) =>
    /^-?\d{16,}$/.test(part) ? `"${part}"` : part,
  );
  return JSON.parse(safe);
}
