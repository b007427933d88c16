/** What the engine is to reach, figure by figure. */
import type { Findings } from './findings.ts';
import { lateBefore } from '../measure-all.ts';
import { limitName } from '../measures/catch-up.ts';
import { cases } from '../measures/two-devices.ts';
import { sizes } from '../measures/one-diner.ts';
import { ways } from '../measures/opening.ts';

/** One row: this app's figure against what it is measured by. */
export interface Aim {
  readonly measure: string;
  readonly ours: number;
  /** The best of the others, or what else it is held against. */
  readonly against: { readonly name: string; readonly value: number };
  /** What is physically possible; undefined: nobody knows. */
  readonly limit?: number;
  readonly unit: string;
  /** The highest ratio to `against`; undefined: `most` or `least` alone counts; none of them: it is only told. */
  readonly ratio?: number;
  /** The highest figure, or the lowest. */
  readonly most?: number;
  readonly least?: number;
}

const ours = 'ours';
const plain = 'plain maps';

/** @param peers names of the libraries that share state */
export function aims(found: Findings, peers: readonly string[]): Aim[] {
  const of = (figure: string, engine = ours) => found.of(figure, engine);
  const best = (...figures: string[]) => found.best(figures, peers);
  const against = (name: string, value: number) => ({ name, value });
  const right = (engine: string) => cases.reduce((sum, _, index) => sum + of(`case ${index}`, engine), 0);
  const counts = peers.map((name) => against(name, right(name))).sort((x, y) => y.value - x.value);
  const mostRight = counts[0] ?? against('–', Number.NaN);
  const late = (before: number, touched: string) => of(`late ${before} ${touched}`);
  const refolding = (before: number, touched: string) => of(`late ${before} ${touched}`, 'refolding');
  const lateRow = (measure: string, touched: string, ratio: number): Aim => ({
    measure,
    ours: late(10_000, touched),
    against: against('refolding them', refolding(10_000, touched)),
    unit: 'µs',
    ratio,
  });
  const opening = (n: '10 000' | '100 000'): Aim[] => {
    const figure = `open ${n.replace(' ', '')}`;
    const whole = { ours: of(figure), limit: of(figure, ways.sameText), unit: 'ms', ratio: 1.5 };
    return [
      {
        measure: `opening ${n} events without what is settled`,
        ours: of(figure, ways.settled),
        against: best(figure),
        unit: 'ms',
        ratio: 1,
      },
      {
        measure: `opening ${n} events from the whole log`,
        against: against('its JSON, folded', of(figure, ways.sameText)),
        ...whole,
      },
      {
        measure: `the same against the trace's own JSON`,
        against: against('that, folded', of(figure, ways.traceText)),
        ...whole,
      },
    ];
  };
  const bytes = (figure: string, engine = ours) => of(figure, `${engine}, JSON on the wire`);
  const [few, , many] = lateBefore;
  return [
    row(
      'own action with its bytes, reading the changed cart back',
      bytes('own'),
      best('own'),
      bytes('own', plain),
      0.6,
    ),
    row('the same without the reading', bytes('acted'), best('acted'), bytes('acted', plain), 0.6),
    row(
      'own action as an object, reading back',
      of('own'),
      against('immer', of('own', 'immer')),
      of('own', plain),
      0.5,
    ),
    row(
      "a peer's event from its bytes, reading back",
      bytes('peer'),
      best('peer'),
      bytes('peer', plain),
      0.6,
    ),
    row('the same event again', bytes('duplicate'), best('duplicate'), bytes('duplicate', plain), 0.6),
    {
      measure: 'catching up after 8 × 500 offline actions from bytes, in a fresh process',
      ours: of('catch-up fresh'),
      against: best('catch-up fresh'),
      unit: 'ms',
      ratio: 0.4,
    },
    {
      measure: 'the same, warm',
      ours: of('catch-up difference'),
      against: best('catch-up difference'),
      limit: of('catch-up batch', limitName),
      unit: 'ms',
    },
    {
      measure: 'every message of these by itself from its bytes, warm',
      ours: bytes('catch-up batch'),
      against: best('catch-up batch'),
      limit: of('catch-up batch', limitName),
      unit: 'ms',
      ratio: 0.4,
    },
    lateRow('an event 500 places late, none of them on its line', 'none', 1),
    lateRow('the same, some of them on its line', 'some', 1),
    lateRow('the same, all of them on its line', 'all', 1),
    grown(
      'the first of these with 100 000 events before, against 1 000',
      late(many, 'none'),
      late(few, 'none'),
    ),
    grown('the second', late(many, 'some'), late(few, 'some')),
    within(`an add to a cart of ${sizes.lines} lines`, of('longCart'), 'µs', 5),
    within('a late event before 1 000 of its own diner', of('late') / 1000, 'ms', 2),
    within('2 000 events one by one in reverse', of('reversed') / 1000, 's', 0.2),
    ...opening('10 000'),
    ...opening('100 000'),
    grown('own action after 100 000 operations, against 1 000', of('own many'), of('own few')),
    {
      measure: 'memory after opening 100 000 events',
      ours: of('memory', ways.settled),
      against: best('memory'),
      unit: 'MB',
      most: 2,
    },
    {
      measure: 'lines that are wrong after a party was apart',
      ours: of('wrong') * 100,
      against: { ...best('wrong'), value: best('wrong').value * 100 },
      limit: 0,
      unit: '%',
      most: 0,
    },
    {
      measure: 'cases of two devices that come out right',
      ours: right(ours),
      against: mostRight,
      limit: cases.length,
      unit: `of ${cases.length}`,
      least: cases.length,
    },
    {
      measure: 'code of the merge on the phone, gzip',
      ours: of('code'),
      against: best('code'),
      unit: 'kB',
      most: 8,
    },
    within('code of the engine around it, gzip', of('code around it'), 'kB', 18),
  ];
}

/** NaN where something was not measured. */
export function ratioOf({ ours: value, against }: Aim): number {
  return value / against.value;
}

/** undefined: nothing to judge by. */
export function isMet(aim: Aim): boolean | undefined {
  const { most, least, ratio } = aim;
  if (most === undefined && least === undefined && ratio === undefined) return undefined;
  const judged = ratio === undefined ? aim.ours : ratioOf(aim);
  if (Number.isNaN(judged)) return undefined;
  return judged <= (ratio ?? most ?? Infinity) && judged >= (least ?? -Infinity);
}

function row(measure: string, value: number, against: Aim['against'], limit: number, ratio?: number): Aim {
  return { measure, ours: value, against, limit, unit: 'µs', ...(ratio !== undefined && { ratio }) };
}

/** Against a figure of its own. */
function within(measure: string, value: number, unit: string, most: number): Aim {
  return { measure, ours: value, against: { name: '–', value: Number.NaN }, unit, most };
}

/** Not growing: what is measured twice differs by so much without any reason. */
function grown(measure: string, many: number, few: number): Aim {
  return {
    measure,
    ours: many,
    against: { name: 'few', value: few },
    unit: 'µs',
    ratio: 1.3,
  };
}
