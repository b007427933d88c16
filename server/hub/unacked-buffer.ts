/** The messages one reliable session has been sent and has not acknowledged. */
interface UnackedBuffer {
  /**
   * Takes the next sequence id (1, 2, 3 …) and keeps the finished message.
   * @param expiresAt clock time after which a replay leaves the message out; Infinity: never.
   * @returns the text to send, or null when the buffer's limits are exceeded.
   */
  readonly push: (numbered: (sequenceId: number) => string, expiresAt: number) => string | null;
  /** Cumulative: forgets everything up to and including `sequenceId`. */
  readonly acknowledge: (sequenceId: number) => void;
  /** Oldest first. */
  readonly unexpired: (now: number) => readonly string[];
  readonly clear: () => void;
  readonly count: () => number;
  readonly bytes: () => number;
}

interface Kept {
  readonly text: string;
  readonly bytes: number;
  readonly expiresAt: number;
}

export function createUnackedBuffer(limits: {
  readonly maxUnackedMessages: number;
  readonly maxUnackedBytes: number;
}): UnackedBuffer {
  // A Map keeps insertion order, which is sequence order, so acknowledging stops at the first younger id.
  const kept = new Map<number, Kept>();
  let lastId = 0;
  let totalBytes = 0;

  return {
    push: (numbered, expiresAt) => {
      const text = numbered(lastId + 1);
      const bytes = Buffer.byteLength(text);
      if (kept.size >= limits.maxUnackedMessages || totalBytes + bytes > limits.maxUnackedBytes) return null;
      lastId += 1;
      totalBytes += bytes;
      kept.set(lastId, { text, bytes, expiresAt });
      return text;
    },
    acknowledge: (sequenceId) => {
      for (const [id, message] of kept) {
        if (id > sequenceId) return;
        kept.delete(id);
        totalBytes -= message.bytes;
      }
    },
    unexpired: (now) =>
      [...kept.values()].filter((message) => message.expiresAt > now).map((message) => message.text),
    clear: () => {
      kept.clear();
      totalBytes = 0;
    },
    count: () => kept.size,
    bytes: () => totalBytes,
  };
}
