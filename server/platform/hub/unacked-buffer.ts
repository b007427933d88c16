interface BufferedMessage {
  readonly text: string;
  readonly bytes: number;
  readonly expiresAt: number;
}

/** The messages of a reliable session that its client has not acknowledged. They are sent again after a reconnect. */
export function createUnackedBuffer(limits: {
  readonly maxUnackedMessages: number;
  readonly maxUnackedBytes: number;
}) {
  // A Map keeps the insertion order, which is the order of sequence ids.
  const buffered = new Map<number, BufferedMessage>();
  let lastId = 0;
  let totalBytes = 0;

  return {
    /**
     * Gives the message the next sequence id (1, 2, 3 …) and stores it.
     *
     * @param expiresAt after this time a reconnect does not send the message again; Infinity: never expires
     * @returns the text to send, or null if the buffer is full
     */
    push: (withSequenceId: (sequenceId: number) => string, expiresAt: number): string | null => {
      const text = withSequenceId(lastId + 1);
      const bytes = Buffer.byteLength(text);
      if (buffered.size >= limits.maxUnackedMessages || totalBytes + bytes > limits.maxUnackedBytes)
        return null;
      lastId += 1;
      totalBytes += bytes;
      buffered.set(lastId, { text, bytes, expiresAt });
      return text;
    },
    /** Deletes all messages up to and including `sequenceId`. */
    acknowledge: (sequenceId: number): void => {
      for (const [id, message] of buffered) {
        if (id > sequenceId) return;
        buffered.delete(id);
        totalBytes -= message.bytes;
      }
    },
    listUnexpired: (now: number): readonly string[] =>
      [...buffered.values()].filter((message) => message.expiresAt > now).map((message) => message.text),
    clear: (): void => {
      buffered.clear();
      totalBytes = 0;
    },
    count: () => buffered.size,
    bytes: () => totalBytes,
  };
}
