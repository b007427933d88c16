interface Kept {
  readonly text: string;
  readonly bytes: number;
  readonly expiresAt: number;
}

export function createUnackedBuffer(limits: {
  readonly maxUnackedMessages: number;
  readonly maxUnackedBytes: number;
}) {
  // A Map keeps insertion order, which is sequence order, so acknowledging stops at the first younger id.
  const kept = new Map<number, Kept>();
  let lastId = 0;
  let totalBytes = 0;

  return {
    /**
     * Takes the next sequence id (1, 2, 3 …) and keeps the finished message.
     * @param expiresAt clock time after which a replay leaves the message out; Infinity: never.
     * @returns the text to send, or null when the buffer's limits are exceeded.
     */
    push: (numbered: (sequenceId: number) => string, expiresAt: number): string | null => {
      const text = numbered(lastId + 1);
      const bytes = Buffer.byteLength(text);
      if (kept.size >= limits.maxUnackedMessages || totalBytes + bytes > limits.maxUnackedBytes) return null;
      lastId += 1;
      totalBytes += bytes;
      kept.set(lastId, { text, bytes, expiresAt });
      return text;
    },
    /** Cumulative: forgets everything up to and including `sequenceId`. */
    acknowledge: (sequenceId: number): void => {
      for (const [id, message] of kept) {
        if (id > sequenceId) return;
        kept.delete(id);
        totalBytes -= message.bytes;
      }
    },
    unexpired: (now: number): readonly string[] =>
      [...kept.values()].filter((message) => message.expiresAt > now).map((message) => message.text),
    clear: (): void => {
      kept.clear();
      totalBytes = 0;
    },
    count: () => kept.size,
    bytes: () => totalBytes,
  };
}
