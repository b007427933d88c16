interface TakeOver {
  readonly type: 'take-over';
  /** The page's build. A worker takes over only from a page of its own build, whose code it has cached. */
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
