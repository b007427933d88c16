/**
 * Actions as a short text for a link: `TIME LETTER ARGUMENTS`, joined by dots. The time is what passed since the action
 * before, in base 36; every argument is one digit of base 36 but the last one, which may be longer.
 */
import type { HandStep, PhoneFate, TableAction, Taken } from '../actions/actions.ts';
import { mostPhones } from '../diners.ts';
import { settingNames, withinRange } from '../settings.ts';

const fates: Readonly<Record<PhoneFate, string>> = {
  cutOff: 'X',
  reconnect: 'R',
  freeze: 'F',
  thaw: 'W',
  kill: 'K',
  open: 'O',
};

/** A link that can be sent holds no more. */
const mostActions = 2_000;

export function encodeActions(taken: readonly Taken[]): string {
  let last = 0;
  return taken
    .map(({ at, action }) => {
      const time = (at - last).toString(36);
      last = at;
      return time + encode(action);
    })
    .join('.');
}

/** The actions up to the first that can't be read; `damaged` counts it from 1. */
export function decodeActions(text: string): { taken: Taken[]; damaged?: number } {
  const taken: Taken[] = [];
  if (text === '') return { taken };
  const parts = text.split('.');
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const match = /^([\da-z]{1,8})([A-Z])([\da-z]{0,8})$/.exec(part);
    const action = match && decode(match[2]!, match[3]!);
    if (!action || taken.length >= mostActions) return { taken, damaged: index + 1 };
    at += Number.parseInt(match[1]!, 36);
    taken.push({ at, action });
  }
  return { taken };
}

function encode(action: TableAction): string {
  switch (action.kind) {
    case 'tap':
      return encodeStep(action.phone, action.step);
    case 'byThemselves':
      return `B${action.on ? 1 : 0}`;
    case 'set':
      return `S${digits(settingNames.indexOf(action.setting), action.value)}`;
    case 'mend':
      return 'M';
    default:
      return fates[action.kind] + digits(action.phone);
  }
}

function encodeStep(phone: number, step: HandStep): string {
  switch (step.kind) {
    case 'add':
      return `A${digits(phone, step.product, step.variant, step.notes, step.quantity)}`;
    case 'decrease':
      return `D${digits(phone, step.line, step.quantity)}`;
    case 'editNotes':
      return `N${digits(phone, step.line, step.notes)}`;
    case 'clear':
      return `C${digits(phone, step.scope === 'table' ? 0 : 1)}`;
    case 'setGuests':
      return `G${digits(phone, step.guests)}`;
    case 'setOrderType':
      return `T${digits(phone, step.orderType)}`;
    case 'place':
      return `P${digits(phone, step.twice ? 1 : 0)}`;
    default:
      return step satisfies never;
  }
}

function digits(...values: readonly number[]): string {
  return values.map((value) => value.toString(36)).join('');
}

function decode(letter: string, text: string): TableAction | undefined {
  const args = Array.from(text, (digit) => Number.parseInt(digit, 36));
  const [phone = mostPhones] = args;
  switch (letter) {
    case 'M':
      return { kind: 'mend' };
    case 'B':
      return { kind: 'byThemselves', on: args[0] === 1 };
    case 'S': {
      const setting = settingNames[args[0] ?? -1];
      return (
        setting && { kind: 'set', setting, value: withinRange(setting, Number.parseInt(text.slice(1), 36)) }
      );
    }
    default: {
      if (phone >= mostPhones) return undefined;
      for (const [kind, each] of Object.entries(fates))
        if (each === letter) return { kind: kind as PhoneFate, phone };
      const step = decodeStep(letter, args.slice(1));
      return step && { kind: 'tap', phone, step };
    }
  }
}

function decodeStep(letter: string, args: readonly number[]): HandStep | undefined {
  const [a = 0, b = 0, c = 0, d = 1] = args;
  switch (letter) {
    case 'A':
      return { kind: 'add', product: a % 4, variant: b % 3, notes: c, quantity: Math.max(1, d) };
    case 'D':
      return { kind: 'decrease', line: a, quantity: Math.max(1, b) };
    case 'N':
      return { kind: 'editNotes', line: a, notes: b };
    case 'C':
      return { kind: 'clear', scope: a === 0 ? 'table' : 'user' };
    case 'G':
      return { kind: 'setGuests', guests: Math.max(1, a) };
    case 'T':
      return { kind: 'setOrderType', orderType: a };
    case 'P':
      return { kind: 'place', twice: a === 1 };
    default:
      return undefined;
  }
}
