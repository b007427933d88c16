/**
 * Limits the large uploads that a restaurant has in memory at the same time.
 *
 *   request ──► waiting ──► slot: uploading ──► slot: working ──► done
 *                  │               │
 *                  └── refused     └── aborted: too slow, and another request waits
 *
 * A request holds its slot from the first byte until its work is done. The server reads nothing of a request that
 * waits.
 */
import type { Refusal } from '#server/platform/http/routes/route.ts';

/** An upload that takes longer than this loses its slot as soon as another request needs it, ms. */
const maxUploadMs = 10_000;

interface SlotLimits {
  readonly atOnce: number;
  /** Most requests that wait for a slot. */
  readonly maxWaiting: number;
  /** Creates the error of a request that finds no slot, or loses its slot. */
  refusal(): Refusal;
}

interface Slot {
  readonly since: number;
  /** Aborts the upload. Undefined after the upload is complete. */
  uploading: AbortController | undefined;
}

interface Slots {
  readonly taken: Set<Slot>;
  readonly waiting: Set<() => void>;
}

/**
 * Creates the limit. @param now monotonic clock, ms
 * @returns a function that runs one upload of a restaurant in a slot
 */
export function createUploadSlots(
  { atOnce, maxWaiting, refusal }: SlotLimits,
  now: () => number = () => performance.now(),
) {
  const slotsOfMerchants = new Map<string, Slots>();

  /** Returns the slots whose uploads are not complete, oldest first. */
  const listUploading = ({ taken }: Slots): readonly Slot[] =>
    [...taken].filter(({ uploading }) => uploading);

  /** Returns whether a slot is free. If necessary, it frees the slot of the oldest upload that is too slow. */
  const ensureSlot = (slots: Slots): boolean => {
    if (slots.taken.size < atOnce) return true;
    const [first] = listUploading(slots);
    if (!first || now() - first.since < maxUploadMs) return false;
    first.uploading!.abort(refusal());
    return slots.taken.delete(first);
  };

  const takeSlot = async (slots: Slots): Promise<Slot> => {
    while (!ensureSlot(slots)) {
      if (slots.waiting.size >= maxWaiting) throw refusal();
      const [first] = listUploading(slots);
      const longestMs = first ? first.since + maxUploadMs - now() : maxUploadMs;
      let wake = () => {};
      await new Promise<void>((resolve) => {
        wake = resolve;
        slots.waiting.add(wake);
        setTimeout(wake, longestMs).unref();
      });
      slots.waiting.delete(wake);
    }
    const slot = { since: now(), uploading: new AbortController() };
    slots.taken.add(slot);
    return slot;
  };

  /**
   * @param read reads the body; its signal aborts when the slot goes to another request
   * @returns the result of `work`
   * @throws the Refusal of the limits, if there is no slot or the slot was lost
   */
  return async <Read, Result>(
    merchantId: string,
    read: (lost: AbortSignal) => Promise<Read>,
    work: (body: Read) => Promise<Result>,
  ): Promise<Result> => {
    const slots = slotsOfMerchants.get(merchantId) ?? { taken: new Set(), waiting: new Set() };
    slotsOfMerchants.set(merchantId, slots);
    const slot: Slot = await takeSlot(slots);
    try {
      const body = await read(slot.uploading!.signal);
      slot.uploading = undefined;
      return await work(body);
    } finally {
      slots.taken.delete(slot);
      const [next] = slots.waiting;
      if (next) next();
      else if (slots.taken.size === 0) slotsOfMerchants.delete(merchantId);
    }
  };
}
