import { useCallback, useState } from 'react';
import type { Seat } from '../seats.ts';

/** The most dishes that fit on the turntable. */
const mostPlates = 16;

/** One dish on the turntable. */
export interface StandingPlate {
  readonly lineId: string;
  /** The diner who chose the dish. */
  readonly userId: string;
  readonly productId: string;
  readonly quantity: number;
  /** Degrees, clockwise from the bottom. */
  readonly angle: number;
  readonly leaving: boolean;
}

/**
 * Places the dishes on the turntable. Each dish is in front of its diner. If one diner has too many for that, all dishes
 * are spread evenly in the same order.
 */
export function layOutPlates(seats: readonly Pick<Seat, 'lines'>[]): StandingPlate[] {
  const shown = takeNewestLines(seats.map(({ lines }) => lines));
  const total = shown.reduce((sum, lines) => sum + lines.length, 0);
  const sector = 360 / Math.max(1, seats.length);
  const isCrowded = shown.some((lines) => lines.length * (360 / mostPlates) > sector);
  let before = 0;
  return shown.flatMap((lines, seat) => {
    const first = before;
    before += lines.length;
    const step = sector / Math.max(lines.length, 3);
    return lines.map(({ lineId, userId, item, quantity }, index) => ({
      lineId,
      userId,
      productId: item.productId,
      quantity,
      angle: isCrowded
        ? ((first + index - ((shown[0]?.length ?? 1) - 1) / 2) * 360) / total
        : seat * sector + (index - (lines.length - 1) / 2) * step,
      leaving: false,
    }));
  });
}

/** Takes at most `mostPlates` lines. The diners with the most lines lose their oldest ones. */
function takeNewestLines(carts: readonly Seat['lines'][]): Seat['lines'][] {
  const counts = carts.map((lines) => lines.length);
  for (let over = counts.reduce((sum, count) => sum + count, 0) - mostPlates; over > 0; over -= 1)
    counts[counts.indexOf(Math.max(...counts))]! -= 1;
  return carts.map((lines, seat) => lines.slice(lines.length - counts[seat]!));
}

/** The most plates that come and go at once with an animation. The animations of more would delay the diner's taps. */
const mostMoving = 3;

/** What has changed on the turntable. */
export function comparePlates(before: readonly StandingPlate[], after: readonly StandingPlate[]) {
  const [old, now] = [before, after].map((plates) => new Set(plates.map(({ lineId }) => lineId)));
  const left = before.filter(({ lineId }) => !now!.has(lineId));
  const arrived = after.filter(({ lineId }) => !old!.has(lineId)).map(({ lineId }) => lineId);
  return { left, arrived, isBusy: left.length + arrived.length > mostMoving };
}

/**
 * The plates, and those that were just removed until their animation ends and `removePlate` is called. While many
 * change at once, plates come and go without an animation.
 */
export function useLeavingPlates(plates: readonly StandingPlate[]) {
  const [shown, setShown] = useState({
    plates,
    leaving: [] as readonly StandingPlate[],
    /** The plates that came without an animation. */
    still: new Set<string>(),
    isBusy: false,
  });
  if (shown.plates !== plates) {
    const { left, arrived, isBusy } = comparePlates(shown.plates, plates);
    const stand = new Set(plates.map(({ lineId }) => lineId));
    setShown({
      plates,
      leaving: [
        ...shown.leaving.filter(({ lineId }) => !stand.has(lineId)),
        ...(isBusy ? [] : left.map((plate) => ({ ...plate, leaving: true }))),
      ],
      still: new Set([...shown.still, ...(isBusy ? arrived : [])].filter((lineId) => stand.has(lineId))),
      isBusy,
    });
  }
  const removePlate = useCallback(
    (lineId: string) =>
      setShown((now) => ({ ...now, leaving: now.leaving.filter((plate) => plate.lineId !== lineId) })),
    [],
  );
  return { plates: [...plates, ...shown.leaving], still: shown.still, isBusy: shown.isBusy, removePlate };
}
