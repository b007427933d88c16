/** One small fault, put into a copy of the project to see whether a test notices it. */
export interface Mutant {
  /** The rule that it breaks: of the merge (`V5c`), a decision (`D17`), of the contract (`CN3`), or a word of its area. */
  readonly rule: string;
  /** What is wrong then, in one plain sentence without a full stop. */
  readonly fault: string;
  /** From the top of the project. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly code: string;
  /** What stands there instead. */
  readonly broken: string;
  /** The test files that `npm test` runs, too, and of which one notices it. */
  readonly tests: readonly [string, ...string[]];
}

/** How often the entry's code occurs in its file's text. */
export function occurrences({ code }: Mutant, text: string): number {
  return text.split(code).length - 1;
}

/** The file's text with the fault in it. */
export function withFault({ code, broken }: Mutant, text: string): string {
  return text.replace(code, () => broken);
}

/** Entries that have their file and their tests in common. */
export function faultsIn(
  file: string,
  tests: Mutant['tests'],
  faults: readonly Pick<Mutant, 'rule' | 'fault' | 'code' | 'broken'>[],
): Mutant[] {
  return faults.map((fault) => ({ ...fault, file, tests }));
}
