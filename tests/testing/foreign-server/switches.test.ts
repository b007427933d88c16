import { describe, expect, it } from 'vitest';
import {
  createSwitches,
  setSwitch,
  switchesAsMarkdown,
  switchNames,
  switchTable,
  type SwitchName,
  type Switches,
} from '#testing/foreign-server/switches.ts';
import { runEvening } from './evening.ts';

/** Some switches show only together with others. */
const company: Partial<Record<SwitchName, Partial<Switches>>> = {
  orderCodeMiss: { orderCode: 'needed' },
  previewNeedsCode: { orderCode: 'needed' },
  othersTell: { othersWrite: 'waiterAdds' },
  othersWriteEvery: { othersWrite: 'waiterAdds' },
  guestTokenOnReturn: { memberToken: 'onlyAtLogin' },
  errorBody: { refusalStatus: '400' },
  orderBody: { orderLines: 'request' },
  pageStart: { lists: 'items' },
};
/** These act in the HTTP part. The tests of that part cover them. */
const outside: SwitchName[] = ['slow', 'slowWhen', 'slowMs', 'fault', 'negotiateRight'];
const numbers: Partial<Record<SwitchName, number>> = {
  othersWriteEvery: 1,
  tokenLifeMs: 1_800_000,
  clockShiftMs: -86_400_000,
  taxRate: 0.1,
  serviceChargeRate: 0.12,
  clearCartMinutes: 5,
};

const plain = new Map<string, string>();
function plainTranscript(name: SwitchName): string {
  const key = JSON.stringify(company[name] ?? {});
  const found = plain.get(key) ?? runEvening(company[name] ?? {}).transcript.join('\n');
  plain.set(key, found);
  return found;
}

const rows = switchNames
  .filter((name) => !outside.includes(name))
  .flatMap((name): [SwitchName, string][] => {
    const entry = switchTable[name];
    return entry.kind === 'choice'
      ? entry.values.slice(1).map((value): [SwitchName, string] => [name, value])
      : [[name, String(numbers[name])]];
  });

describe('an evening at each switch value', () => {
  it.each(rows)('%s=%s changes what the phones see and breaks nothing', (name, value) => {
    const switches = createSwitches(company[name]);
    expect(setSwitch(switches, `${name}=${value}`)).toBeUndefined();
    const { transcript, replies } = runEvening(switches);
    expect(
      [...replies]
        .filter(([, reply]) => reply.status === 500 || reply.text.includes('"code":500'))
        .map(([step]) => step),
    ).toEqual([]);
    expect(transcript.join('\n')).not.toBe(plainTranscript(name));
  });

  it('places orders in any mixture of values', () => {
    let seed = 11;
    for (let round = 0; round < 60; round += 1) {
      const switches = createSwitches();
      for (const name of switchNames) {
        const entry = switchTable[name];
        seed = (seed * 16807) % 2147483647;
        if (entry.kind === 'choice')
          setSwitch(switches, `${name}=${entry.values[seed % entry.values.length]}`);
      }
      const { replies } = runEvening(switches);
      expect([...replies].filter(([, reply]) => reply.status === 500).map(([step]) => step)).toEqual([]);
    }
  });
});

describe('switches', () => {
  it('refuses wrong names and values with words', () => {
    const switches = createSwitches();
    expect(setSwitch(switches, 'nothing=1')).toMatch(/no switch/);
    expect(setSwitch(switches, '__proto__=1')).toMatch(/no switch/);
    expect(setSwitch(switches, 'times=noon')).toMatch(/one of ms/);
    expect(setSwitch(switches, 'taxRate=much')).toMatch(/number/);
    expect(setSwitch(switches, 'fault=lost')).toMatch(/KIND:CALL/);
    expect(switches).toEqual(createSwitches());
  });

  it('are all printed, each with its values', () => {
    const rows = switchesAsMarkdown().split('\n').slice(2);
    expect(rows.map((row) => row.split(' | ')[0]!.replace('| ', ''))).toEqual(switchNames);
    expect(rows[switchNames.indexOf('envelope')]).toContain(
      '| full, noMsg, nullMsg, codeText, noCode, extra |',
    );
  });
});
