import type { StoredRun } from '../storage/indexeddb-runs.ts';
import type { PhoneLog } from './phone-logs.ts';
import { isSameLog } from './join-log.ts';

/** A log with the recorded inputs of its engine, line by line, oldest run first. `run` is undefined without a recording. */
interface RecordedLog extends PhoneLog {
  readonly run?: readonly string[] | undefined;
}

/** Attaches to each log the recorded runs of its replica. A run without a log gets one without records. */
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
