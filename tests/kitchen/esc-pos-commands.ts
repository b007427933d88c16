/** How long each ESC/POS command is, from the public command reference of the TM printers. Knows nothing of the server. */

export interface Command {
  /** `ESC E`, `GS V`; a byte that begins no known command is `unknown 1B 99`. */
  readonly name: string;
  /** Its parameters, data included. */
  readonly args: readonly number[];
}

const [dle, esc, fs, gs] = [0x10, 0x1b, 0x1c, 0x1d];
const prefixes = new Map([
  [dle, 'DLE'],
  [esc, 'ESC'],
  [fs, 'FS'],
  [gs, 'GS'],
]);

/** How many bytes of parameters a command has; undefined where what came so far does not tell. */
type Length = (args: Uint8Array) => number | undefined;

const lengths = new Map<string, number | Length>([
  ...each('ESC', 0, '@ 2 < L S i m'),
  ...each('ESC', 1, '! % - 3 = ? E G J K M R T V a d e r t u v {'),
  ...each('ESC', 2, '$ \\ c B'),
  ['ESC \x20', 1],
  ['ESC p', 3],
  ['ESC W', 8],
  ['ESC D', upToNul(0)],
  ['ESC (', sized(1, 2)],
  ['ESC *', of(3, ([m, low, high]) => (m! < 32 ? 1 : 3) * (low! + 256 * high!))],
  ...each('FS', 0, '& .'),
  ...each('FS', 1, '! - C W'),
  ...each('FS', 2, 'S p ?'),
  ['FS 2', 2 + 72],
  ['FS (', sized(1, 2)],
  ...each('GS', 0, ': c'),
  ...each('GS', 1, '! B H I T a b f h r w / |'),
  ...each('GS', 2, '$ \\ L P W'),
  ['GS ^', 3],
  ['GS (', sized(1, 2)],
  ['GS 8', sized(1, 4)],
  ['GS V', of(1, ([m]) => ([0, 1, 48, 49].includes(m!) ? 0 : 1))],
  ['GS *', of(2, ([x, y]) => x! * y! * 8)],
  ['GS v', of(6, ([, , xL, xH, yL, yH]) => (xL! + 256 * xH!) * (yL! + 256 * yH!))],
  ['GS k', (args) => (args[0]! >= 65 ? of(2, ([, size]) => size!)(args) : upToNul(1)(args))],
  ['DLE \x04', of(1, ([n]) => (n! >= 7 ? 1 : 0))],
  ['DLE \x05', 1],
  ['DLE \x14', of(1, ([fn]) => (fn === 8 ? 7 : 2))],
]);

/** So many, and as many more as they say. */
function of(count: number, more: (args: Uint8Array) => number): Length {
  return (args) => (args.length < count ? undefined : count + more(args));
}

/** As many as a number of so many bytes says, least significant first, that stands there. */
function sized(at: number, bytes: number): Length {
  return of(at + bytes, (args) =>
    args.subarray(at, at + bytes).reduceRight((sum, byte) => sum * 256 + byte, 0),
  );
}

function upToNul(from: number): Length {
  return (args) => {
    const end = args.indexOf(0, from);
    return end < 0 ? undefined : end + 1;
  };
}

function each(prefix: string, length: number, letters: string): [string, number][] {
  return letters.split(' ').map((letter) => [`${prefix} ${letter}`, length]);
}

export const isPrefix = (byte: number): boolean => prefixes.has(byte);

/** The command at the front, and how many bytes it takes; undefined while its end has not come. */
export function commandIn(bytes: Uint8Array): { command: Command; size: number } | undefined {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return undefined;
  const name = nameOf(first, second);
  const length = lengths.get(name);
  if (length === undefined)
    return { command: { name: `unknown ${hex(first)} ${hex(second)}`, args: [] }, size: 2 };
  const args = bytes.subarray(2);
  const count = typeof length === 'number' ? length : length(args);
  if (count === undefined || args.length < count) return undefined;
  return { command: { name, args: [...args.subarray(0, count)] }, size: 2 + count };
}

const names = new Map<number, string>();
function nameOf(first: number, second: number): string {
  const code = first * 256 + second;
  const name = names.get(code) ?? `${prefixes.get(first)} ${String.fromCharCode(second)}`;
  names.set(code, name);
  return name;
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase();
