import { faultsIn } from '../mutant.ts';

export const replay = [
  ...faultsIn('projections/replay/fates.ts', ['tests/projections/replay.test.ts'], [
    { rule: 'G3', fault: 'the last event that a snapshot covers is called pending', code: 'const isOpen = entry.seq > reach(log.covers, entry.replicaId);', broken: 'const isOpen = entry.seq >= reach(log.covers, entry.replicaId);' },
    { rule: 'G3', fault: 'an event without an answer is said to count', code: 'isOpen && isUnanswered(log, id) ?', broken: '!isOpen && isUnanswered(log, id) ?' },
  ]),
]; // prettier-ignore
