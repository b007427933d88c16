import { gzipSync } from 'node:zlib';
import { median, progress } from '../load/measures.ts';
import { bytesOf, type Engine } from './engine.ts';
import { ours } from './engines/ours.ts';
import { onTheWire } from './engines/on-the-wire.ts';
import { plainFold } from './engines/plain-fold.ts';
import { Findings } from './report/findings.ts';
import { actions } from './measures/actions.ts';
import { catchUps, lackingOf, partyApart } from './measures/catch-up.ts';
import { libraryKilobytes, ownKilobytes } from './measures/code-size.ts';
import { wrongLines } from './measures/correctness.ts';
import { freshCatchUps } from './measures/fresh-catch-up.ts';
import { lateEvents, type Touched } from './measures/late-event.ts';
import { growth } from './measures/long-tables.ts';
import { openedMegabytes } from './measures/memory.ts';
import { oneDiner } from './measures/one-diner.ts';
import { openings, ways } from './measures/opening.ts';
import { twoDevices } from './measures/two-devices.ts';
import { inTurns } from './timing.ts';
import { makeTrace } from './trace/trace.ts';
import { record, TooSlow, type Recording } from './workload.ts';

/** Seconds of the processor that recording a trace may take: who needs more has no figure there. */
export const patience = 15;

export const lateBefore = [1_000, 10_000, 100_000] as const;

interface Recorded {
  readonly engine: Engine;
  readonly recording: Recording;
}

/** Every figure, by name and engine. */
export async function measureAll(engines: readonly Engine[]): Promise<Findings> {
  const findings = new Findings();
  if (engines.includes(ours)) {
    // First: on a phone no other engine has run before.
    progress('one diner with much');
    for (const [name, value] of Object.entries(oneDiner())) findings.note(name, ours.name, value);
  }
  usualTable(engines, findings);
  await longTable(engines, findings);
  await catchingUp(engines, findings);
  if (engines.includes(ours)) lateness(findings);
  for (const engine of engines) {
    progress(`correctness: ${engine.name}`);
    const { share, apart } = wrongLines(engine);
    findings.note('wrong', engine.name, share);
    findings.note('apart', engine.name, apart);
    for (const [index, isRight] of twoDevices(engine).entries())
      findings.note(`case ${index}`, engine.name, isRight ? 1 : 0);
  }
  progress('code');
  const { merge, runtime } = await ownKilobytes();
  findings.note('code', ours.name, merge);
  findings.note('code around it', ours.name, runtime);
  for (const { name } of engines) {
    const kilobytes = await libraryKilobytes(name);
    if (kilobytes !== undefined) findings.note('code', name, kilobytes);
  }
  return findings;
}

/** 8 diners, 10 000 operations. */
function usualTable(engines: readonly Engine[], findings: Findings): void {
  const texts = textsOf(engines);
  const recorded = recordedBy([...engines, ...texts], 10_000);
  progress('actions, 8 diners');
  findings.noteAll(
    inTurns(
      recorded.map(({ engine, recording }) => ({ name: engine.name, run: () => actions(engine, recording) })),
      4,
      { ms: 500, runs: 2 },
    ),
  );
  for (const { engine, recording } of recorded) {
    const sizes = recording.messages.flatMap((message) =>
      message === undefined ? [] : [bytesOf(recording.replicas[0]!.wire(message))],
    );
    findings.note('message', engine.name, median(sizes));
  }
  progress('opening 10 000');
  const { ms } = openings(recorded.filter(({ engine }) => !texts.some((text) => text === engine)));
  findings.noteAll(ms, () => 'open 10000');
}

/** 8 diners, 100 000 operations. */
async function longTable(engines: readonly Engine[], findings: Findings): Promise<void> {
  const recorded = recordedBy(engines, 100_000);
  const own = recorded.find(({ engine }) => engine === ours);
  if (own) {
    progress('1 000 and 100 000 operations');
    const { few, many } = growth(ours, own.recording);
    findings.note('own few', ours.name, few.own);
    findings.note('own many', ours.name, many.own);
  }
  progress('opening 100 000');
  const { ms, stored } = openings(recorded);
  findings.noteAll(ms, () => 'open 100000');
  for (const [name, text] of stored) {
    findings.note('stored', name, bytesOf(text) / 1000);
    findings.note('stored gzip', name, gzipSync(text).byteLength / 1000);
  }
  progress('memory');
  for (const { engine } of recorded) {
    const text = stored.get(engine.name);
    if (text !== undefined) findings.note('memory', engine.name, await openedMegabytes(engine.name, text));
  }
  const settled = stored.get(ways.settled);
  if (settled !== undefined) findings.note('memory', ways.settled, await openedMegabytes(ours.name, settled));
}

/** Those whose messages are objects, with their bytes. */
function textsOf(engines: readonly Engine[]): Engine[] {
  return engines.filter((engine) => engine === ours || engine === plainFold).map(onTheWire);
}

/** In this process, and in fresh ones those that can tell what a document lacks. */
async function catchingUp(engines: readonly Engine[], findings: Findings): Promise<void> {
  progress('a party that was apart catches up');
  const parties = partyApart(engines);
  const texts = partyApart(textsOf(engines));
  findings.noteAll(catchUps([...parties, ...texts]), (name) => `catch-up ${name}`);
  progress('the same in fresh processes');
  const lacking = parties.map(lackingOf).filter((each) => each !== undefined);
  for (const { engine, missing } of lacking) findings.note('difference', engine, bytesOf(missing) / 1000);
  for (const [name, ms] of await freshCatchUps(lacking)) findings.note('catch-up fresh', name, ms);
}

function lateness(findings: Findings): void {
  const cases: (readonly [number, Touched])[] = [
    ...lateBefore.map((before) => [before, 'none'] as const),
    ...lateBefore.map((before) => [before, 'some'] as const),
    [10_000, 'all'],
  ];
  for (const [before, touched] of cases) {
    progress(`a late event, ${before} before it, touched: ${touched}`);
    const found = lateEvents(before, touched);
    findings.note(`late ${before} ${touched}`, ours.name, found.ours);
    findings.note(`late ${before} ${touched}`, 'refolding', found.refolding);
  }
}

function recordedBy(engines: readonly Engine[], operations: number): Recorded[] {
  const trace = makeTrace({ seed: 1, diners: 8, operations, partition: 'none' });
  return engines.flatMap((engine) => {
    progress(`recording ${operations} operations: ${engine.name}`);
    try {
      return [{ engine, recording: record(engine, trace, patience * 1000) }];
    } catch (error) {
      if (!(error instanceof TooSlow)) throw error;
      progress(`${engine.name} takes too long`);
      return [];
    }
  });
}
