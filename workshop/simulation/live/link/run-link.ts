/** A whole run as the parameters of an address: whoever opens it gets the same run. */
import { encodeActions, decodeActions } from './action-code.ts';
import type { Taken } from '../actions/actions.ts';
import { fewestPhones, mostPhones } from '../diners.ts';
import { hashOf } from '../../world/random.ts';
import { settingNames, usualSettings, withinRange, type Settings } from '../settings.ts';

/** What a run is made of before anybody touches it. */
export interface RunStart {
  readonly seed: string;
  readonly phones: number;
  readonly settings: Settings;
  /** The diners order by themselves from the start. */
  readonly byThemselves: boolean;
}

export interface RecordedRun extends RunStart {
  readonly taken: readonly Taken[];
  /** How far it went, ms after the start. */
  readonly until: number;
}

export interface LinkedRun {
  readonly run: RecordedRun;
  /** The first action that can't be read, counted from 1: what came before it is played. */
  readonly damaged?: number;
  /** The link says how far the run went. */
  readonly isRecorded: boolean;
}

/** The seed of a run by what somebody calls it: a number as it is, any other word by its hash. */
export function seedOf(name: string): string {
  return /^\d{1,19}$/.test(name) ? name : hashOf(name).toString();
}

/** A day; a run that is longer was not played by anybody. */
const longest = 24 * 3_600_000;

/** The parameters; what is as usual is left out. */
export function linkOf({
  seed,
  phones,
  settings,
  byThemselves,
  taken,
  until,
}: RecordedRun): Record<string, string> {
  const isUsual = settingNames.every((name) => settings[name] === usualSettings[name]);
  return {
    seed,
    phones: String(phones),
    ...(!isUsual && { net: settingNames.map((name) => settings[name]).join('-') }),
    ...(!byThemselves && { auto: '0' }),
    ...(taken.length > 0 && { do: encodeActions(taken) }),
    at: String(Math.round(until)),
  };
}

/** Reads a link; whatever it lacks is as usual. undefined: it names no run. */
export function runOfLink(params: Pick<URLSearchParams, 'get'>): LinkedRun | undefined {
  const seed = params.get('seed')?.slice(0, 40);
  if (!seed) return undefined;
  const phones = Number(params.get('phones') ?? '4');
  const values = params.get('net')?.split('-') ?? [];
  const settings = Object.fromEntries(
    settingNames.map((name, index) => {
      const value = values[index];
      return [name, value === undefined ? usualSettings[name] : withinRange(name, Number(value))];
    }),
  ) as Record<keyof Settings, number>;
  const { taken, damaged } = decodeActions(params.get('do') ?? '');
  const at = params.get('at');
  const until = Math.max(Math.min(Number(at ?? '0') || 0, longest), 0);
  const inTime = taken.filter((each) => each.at <= longest);
  const run: RecordedRun = {
    seed,
    phones: Number.isInteger(phones) ? Math.min(mostPhones, Math.max(fewestPhones, phones)) : 4,
    settings,
    byThemselves: params.get('auto') !== '0',
    taken: inTime,
    until: Math.max(until, inTime.at(-1)?.at ?? 0),
  };
  return { run, isRecorded: at !== null, ...(damaged !== undefined && { damaged }) };
}
