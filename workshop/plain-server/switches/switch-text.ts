import { callNames, type CallName } from '../http/calls.ts';
import { switchChoices, type ChoiceSwitch, type Fault, type FaultKind, type Switches } from './switches.ts';

type NumberSwitch = { [K in keyof Switches]: Switches[K] extends number ? K : never }[keyof Switches];

const numberSwitches: readonly NumberSwitch[] = [
  'clockShiftMs',
  'taxRate',
  'othersWriteEvery',
  'messageCopies',
];

/**
 * Sets one switch from text: `times=iso`, `taxRate=0.08875`, `compareVersions=true`,
 * `fault=processedLate:updateCart:1:3000` (kind, call or any, times, ms or s),
 * `fault=none`, `refusal=none` (forgets all that are planned),
 * `refusal=updateCart:66666:1:words of its own` (call or any, code, times, message).
 *
 * @returns what is wrong with the text, or undefined when it was set
 */
export function setSwitch(switches: Switches, text: string): string | undefined {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  const value = at < 0 ? '' : text.slice(at + 1);
  if (text === 'fault=none' || text === 'refusal=none') {
    (name === 'fault' ? switches.faults : switches.refusals).length = 0;
    return undefined;
  }
  if (name === 'fault') return addFault(switches, value);
  if (name === 'refusal') return addRefusal(switches, value);
  if (name === 'compareVersions') {
    if (value !== 'true' && value !== 'false') return 'compareVersions is true or false';
    switches.compareVersions = value === 'true';
    return undefined;
  }
  const numberName = numberSwitches.find((each) => each === name);
  if (numberName) return setNumber(switches, numberName, value);
  if (isChoice(name)) return setChoice(switches, name, value);
  return `no switch is called ${name}`;
}

function isChoice(name: string): name is ChoiceSwitch {
  return Object.hasOwn(switchChoices, name);
}

function setNumber(switches: Switches, name: NumberSwitch, value: string): string | undefined {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return `${name} is a number`;
  switches[name] = number;
  return undefined;
}

function setChoice(switches: Switches, name: ChoiceSwitch, value: string): string | undefined {
  const choices: readonly string[] = switchChoices[name];
  const chosen = choices.find((each) => each === value);
  if (chosen === undefined) return `${name} is one of ${choices.join(', ')}`;
  Object.assign(switches, { [name]: chosen });
  return undefined;
}

function addFault(switches: Switches, value: string): string | undefined {
  const [kind = '', callText = 'any', timesText = '1', amountText = '1000'] = value.split(':');
  const call = callNamed(callText);
  if (!call) return `no call is called ${callText}`;
  const fault = faultOf(kind, Number(amountText));
  if (!fault) return `no fault is called ${kind}`;
  switches.faults.push({ ...fault, call, times: timesOf(timesText) } satisfies Fault);
  return undefined;
}

function addRefusal(switches: Switches, value: string): string | undefined {
  const [callText = 'any', codeText = '', timesText = '1', ...words] = value.split(':');
  const call = callNamed(callText);
  if (!call) return `no call is called ${callText}`;
  const code = Number(codeText);
  if (!Number.isInteger(code) || codeText === '') return 'a refusal has a whole number as its code';
  const msg = words.join(':') || `Refused with ${code}`;
  switches.refusals.push({ call, code, msg, times: timesOf(timesText) });
  return undefined;
}

function callNamed(text: string): CallName | 'any' | undefined {
  return text === 'any' ? 'any' : callNames.find((each) => each === text);
}

function timesOf(text: string): number {
  return text === 'always' ? Infinity : Math.max(1, Number(text) || 1);
}

function faultOf(kind: string, amount: number): FaultKind | undefined {
  switch (kind) {
    case 'answerLost':
    case 'connectionCut':
    case 'html500':
      return { kind };
    case 'processedLate':
      return { kind, afterMs: amount };
    case 'heldBack':
    case 'answerDelayed':
      return { kind, byMs: amount };
    case 'tooManyRequests':
      return { kind, retryAfter: amount };
    default:
      return undefined;
  }
}
