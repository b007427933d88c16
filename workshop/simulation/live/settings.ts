/** How bad the network is, and the phones' clocks, as somebody sets it by hand. */
import type { Rates } from '../plan/plan.ts';

/** What can be set, in the order in which a link names it, each with its highest value and its steps. */
export const settingRanges = {
  /** ms that every way takes longer, on the whole. */
  delay: { max: 3_000, step: 50 },
  /** Per cent of what sets out that never arrives. */
  loss: { max: 50, step: 1 },
  /** Per cent that arrives twice. */
  twice: { max: 50, step: 1 },
  /** Per cent that comes seconds late, after what set out behind it. */
  late: { max: 50, step: 1 },
  /** s by which the clock of the phone that is most wrong is off. */
  skew: { max: 600, step: 10 },
} as const;

export type SettingName = keyof typeof settingRanges;
export type Settings = Readonly<Record<SettingName, number>>;

export const settingNames = Object.keys(settingRanges) as readonly SettingName[];

/** A day like any other: slow enough to watch. */
export const usualSettings: Settings = { delay: 400, loss: 4, twice: 4, late: 4, skew: 0 };

export const faultless: Settings = { delay: 0, loss: 0, twice: 0, late: 0, skew: 0 };

/** The nearest value that can be set. */
export function withinRange(name: SettingName, value: number): number {
  const whole = Number.isFinite(value) ? Math.round(value) : 0;
  return Math.min(settingRanges[name].max, Math.max(0, whole));
}

/** How probable each of the simulation's faults is. */
export function ratesOf({ loss, twice, late }: Settings): Partial<Rates> {
  const [lost, doubled, delayed] = [loss / 100, twice / 100, late / 100];
  return {
    requestLost: lost,
    answerLost: lost,
    publishFailed: lost,
    connectionLost: lost,
    requestTwice: doubled,
    messageTwice: doubled,
    requestLate: delayed,
    answerLate: delayed,
    messageLate: delayed,
  };
}

/** Each phone's part of the skew: some are fast, some slow, the first one is right. */
const shares = [0, 1, -1, 0.5, -0.5, 0.75, -0.75, 0.25] as const;

/** How wrong a phone's clock is, ms. */
export function skewOf({ skew }: Settings, phone: number): number {
  return Math.round(skew * 1_000 * shares[phone % shares.length]!);
}
