import type { StoredRun } from '../storage/indexeddb-runs.ts';
import type { PhoneLog } from './phone-logs.ts';
import { isSameLog } from './join-log.ts';

/** A log, and what its engine was told, line by line, oldest run first; undefined: nothing was recorded. */
interface RecordedLog extends PhoneLog {
  readonly run?: readonly string[] | undefined;
}

/** Each log with the runs of its replica; a run that learnt nothing has a log without records. */
export function attachRuns(logs: readonly PhoneLog[], runs: readonly StoredRun[]): RecordedLog[] {
  const alone = runs.filter(
    (run, index) => !logs.some(matchReplica(run)) && runs.findIndex(matchReplica(run)) === index,
  );
  return [...logs, ...alone.map(({ log, replicaId }) => ({ log, replicaId, records: [] }))].map((log) => {
    const run = runs.filter(matchReplica(log)).flatMap(({ lines }) => lines);
    return run.length > 0 ? { ...log, run } : log;
  });
}

type Owner = Pick<PhoneLog, 'log' | 'replicaId'>;

function matchReplica({ log, replicaId }: Owner) {
  return (other: Owner) => replicaId === other.replicaId && isSameLog(log, other.log);
}
