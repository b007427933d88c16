import { faultsIn } from '../mutant.ts';

const backup = ['tests/server/store/backup.test.ts'] as const;
const shared = ['tests/server/store/shared-commit.test.ts'] as const;

export const store = [
  ...faultsIn('server/platform/store/group-commit.ts', shared, [
    { rule: 'store', fault: 'an answer goes out before its commit', code: 'return await runDurably(db, async (trx) => {\n    const outcomes: PromiseSettledResult<unknown>[] = [];', broken: 'const outcomes: PromiseSettledResult<unknown>[] = [];\n  void runDurably(db, async (trx) => {' },
  ]),
  ...faultsIn('server/platform/store/group-commit.ts', ['tests/server/store/group-commit.test.ts'], [
    { rule: 'store', fault: 'a change that fails keeps what it had written', code: 'await sql`rollback to savepoint own`.execute(trx);', broken: '' },
  ]),
  ...faultsIn('server/platform/store/group-commit.ts', ['tests/server/store/transaction-cache.test.ts'], [
    { rule: 'D66', fault: 'what a failed change made goes on being told', code: 'undo();\n', broken: 'void undo;\n' },
  ]),
  ...faultsIn('server/platform/store/transaction-cache.ts', ['tests/server/store/transaction-cache.test.ts'], [
    { rule: 'D66', fault: 'what a transaction made is told before it is durable', code: 'if (!db.isTransaction) share', broken: 'if (true as boolean) share' },
    { rule: 'D66', fault: 'it is told for ever', code: '|| now() - entry.since > maxAgeMs', broken: '' },
  ]),
  ...faultsIn('server/ordering/orders/order-store.ts', ['tests/server-cart/calls/order-calls.test.ts'], [
    { rule: 'D66', fault: 'an order is told as it was', code: 'orderColumns.every((name) => kept.row[name] === row[name])', broken: 'kept.row.id === row.id' },
  ]),
  ...faultsIn('server/platform/store/rows/batches.ts', ['tests/server/store/batches.test.ts'], [
    { rule: 'store', fault: 'answers go to the wrong askers', code: 'outcomes[n]!', broken: 'outcomes[outcomes.length - 1 - n]!' },
    { rule: 'store', fault: 'who fails together is told nothing', code: 'for (const { reject } of batch) reject(error);', broken: 'void error;' },
    { rule: 'store', fault: 'a change that fails is told that it went well', code: 'else reject(outcome.reason);', broken: 'else resolve(outcome.reason as Answer);' },
    { rule: 'store', fault: 'what comes while a batch is under way is forgotten', code: 'onIdle();\n      scheduleBatch();', broken: 'onIdle();' },
  ]),
  ...faultsIn('server/platform/store/backup/backup.ts', backup, [
    { rule: 'backup', fault: 'what a killed server left stays beside the restored file', code: "for (const suffix of ['', '-wal', '-shm'])\n      if", broken: "for (const suffix of [''])\n      if" },
    { rule: 'backup', fault: 'a copy is never checked', code: 'if (problem !== undefined) throw new StartError(`the copy ${problem}`);', broken: '' },
    { rule: 'backup', fault: 'what is restored is never checked', code: 'if (problem !== undefined) throw new StartError(`${file} ${problem}`);', broken: '' },
    { rule: 'backup', fault: 'the verdict of the integrity check is ignored', code: "if (result !== 'ok') return `is damaged: ${result}`;", broken: 'void result;' },
    { rule: 'backup', fault: 'a backup of a newer version is restored', code: 'if (later) return', broken: 'if (later && tables.length < 2) return' },
    { rule: 'backup', fault: 'another program’s database is restored', code: "if (tables.length < 2) return 'is not a database of this server';", broken: '' },
    { rule: 'backup', fault: 'the file of a running server is replaced', code: 'if (error instanceof FileInUse) throw new StartError(serverIsRunning);', broken: '' },
    { rule: 'backup', fault: 'a backup is written over another file', code: 'if (existsSync(file)) throw', broken: "if (file === '') throw" },
    { rule: 'backup', fault: 'everybody on the machine may read a backup', code: 'const ownerOnly = 0o600;', broken: 'const ownerOnly = 0o644;' },
    { rule: 'backup', fault: 'half a copy stays after a failure', code: 'rmSync(part, { force: true });\n    throw error;', broken: 'throw error;' },
  ]),
  ...faultsIn('server/platform/store/sqlite/sqlite-file.ts', ['tests/server/lifecycle/start.test.ts'], [
    { rule: 'store', fault: 'two servers open one file', code: '  PRAGMA locking_mode = EXCLUSIVE;\n', broken: '' },
  ]),
  ...faultsIn('server/platform/store/sqlite/sqlite-dialect.ts', ['tests/server/store/sqlite-dialect.test.ts'], [
    { rule: 'store', fault: 'a transaction does not wait for the one before', code: 'if (this.#isTaken) await', broken: 'if (!this.#isTaken) await' },
    { rule: 'store', fault: 'a write by itself that fails stays open', code: "await this.end('rollback').catch(() => undefined);", broken: '' },
  ]),
  ...faultsIn('server/platform/lifecycle/exit.ts', ['tests/server/lifecycle/shutdown.test.ts'], [
    { rule: 'stopping', fault: 'a request that does not end holds the process up', code: 'setTimeout(() => process.exit(1), graceMs).unref();', broken: 'void graceMs;' },
    { rule: 'stopping', fault: 'what is under way is cut at once', code: 'setTimeout(() => process.exit(1), graceMs)', broken: 'setTimeout(() => process.exit(1), graceMs / 100)' },
  ]),
]; // prettier-ignore
