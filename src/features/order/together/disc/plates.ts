import { useCallback, useState } from 'react';
import type { Seat } from '../seats.ts';

const most = 16;

/** One dish on the turntable. */
export interface StandingPlate {
  readonly lineId: string;
  /** Whose it is. */
  readonly userId: string;
  readonly productId: string;
  readonly quantity: number;
  /** Degrees clockwise from below. */
  readonly angle: number;
  readonly leaving: boolean;
}

/** Which dishes stand where: each before the diner who chose it while there is room, else closer, in the same order. */
export function platesOf(seats: readonly Pick<Seat, 'lines'>[]): StandingPlate[] {
  const shown = newest(seats.map(({ lines }) => lines));
  const total = shown.reduce((sum, lines) => sum + lines.length, 0);
  const sector = 360 / Math.max(1, seats.length);
  const isCrowded = shown.some((lines) => lines.length * (360 / most) > sector);
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

/** As many lines as there is room for: who has the most does without their oldest. */
function newest(carts: readonly Seat['lines'][]): Seat['lines'][] {
  const counts = carts.map((lines) => lines.length);
  for (let over = counts.reduce((sum, count) => sum + count, 0) - most; over > 0; over -= 1)
    counts[counts.indexOf(Math.max(...counts))]! -= 1;
  return carts.map((lines, seat) => lines.slice(lines.length - counts[seat]!));
}

/** The plates together with those that have just gone, until `gone` is called for them. */
export function useLeavingPlates(plates: readonly StandingPlate[]) {
  const [before, setBefore] = useState(plates);
  const [leaving, setLeaving] = useState<readonly StandingPlate[]>([]);
  if (before !== plates) {
    const stand = new Set(plates.map(({ lineId }) => lineId));
    const left = before
      .filter(({ lineId }) => !stand.has(lineId))
      .map((plate) => ({ ...plate, leaving: true }));
    setBefore(plates);
    setLeaving([...leaving.filter(({ lineId }) => !stand.has(lineId)), ...left]);
  }
  const gone = useCallback(
    (lineId: string) => setLeaving((some) => some.filter((plate) => plate.lineId !== lineId)),
    [],
  );
  return { plates: [...plates, ...leaving], gone };
}
