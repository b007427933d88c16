interface TakeOver {
  readonly type: 'take-over';
  /** The build that the page runs: only its own worker has the code that it may still need. */
  readonly build: string;
}

export function createTakeOver(build: string): TakeOver {
  return { type: 'take-over', build };
}

/** True for a message from a page of this build. */
export function isTakeOver(message: unknown, build: string): boolean {
  const { type, build: ofPage } = (message ?? {}) as Partial<TakeOver>;
  return type === 'take-over' && ofPage === build;
}
