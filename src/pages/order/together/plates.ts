import { useState } from 'react';
import type { Seat } from './seats.ts';

/** More would touch each other on the disc. */
const most = 12;

/** One dish on the turntable. */
export interface StandingPlate {
  readonly lineId: string;
  readonly productId: string;
  readonly quantity: number;
  /** Degrees clockwise from below. */
  readonly angle: number;
  /** It is being taken away. */
  readonly leaving: boolean;
}

/** Which dishes stand where: each before the diner who chose it, as many of everybody's as there is room for. */
export function platesOf(seats: readonly Pick<Seat, 'lines'>[]): StandingPlate[] {
  const sector = 360 / Math.max(1, seats.length);
  const room = Math.max(1, Math.floor(most / Math.max(1, seats.length)));
  return seats.flatMap(({ lines }, seat) => {
    const shown = lines.slice(-room);
    const step = sector / Math.max(shown.length, Math.min(room, 3));
    return shown.map(({ lineId, item, quantity }, index) => ({
      lineId,
      productId: item.productId,
      quantity,
      angle: seat * sector + (index - (shown.length - 1) / 2) * step,
      leaving: false,
    }));
  });
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
  return {
    plates: [...plates, ...leaving],
    gone: (lineId: string) => setLeaving((some) => some.filter((plate) => plate.lineId !== lineId)),
  };
}
