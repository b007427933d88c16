/**
 * Loaded into a server's process before its program. After SIGUSR2 the process kills itself, as `kill -9` does, at the
 * next commit that stores an event: before the database gets the commit (KILL_AT=before), or before the program gets
 * the database's answer (KILL_AT=after). Commits without an event go through.
 */
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { join } from 'node:path';

let isArmed = false;
process.on('SIGUSR2', () => {
  isArmed = true;
  console.log('armed');
});
const die = () => process.kill(process.pid, 'SIGKILL');

// SQLite
const required = createRequire(join(process.cwd(), 'package.json'));
const LibsqlHere = required('libsql');
const { prepare } = LibsqlHere.prototype;
let bearsEvent = false;
LibsqlHere.prototype.prepare = function prepareWatched(sql) {
  const statement = prepare.call(this, sql);
  if (!/insert into "?events\b/.test(sql)) return statement;
  for (const name of ['run', 'all']) {
    const done = statement[name];
    statement[name] = function doneWatched(...given) {
      bearsEvent = true;
      return done.apply(this, given);
    };
  }
  return statement;
};
const Libsql = required('libsql/promise');
const { exec } = Libsql.prototype;
Libsql.prototype.exec = async function execWatched(sql) {
  if (sql !== 'commit' && sql !== 'rollback') return await exec.call(this, sql);
  const isOfEvent = bearsEvent && sql === 'commit';
  bearsEvent = false;
  if (!isArmed || !isOfEvent) return await exec.call(this, sql);
  if (process.env.KILL_AT === 'before') die();
  await exec.call(this, sql);
  return die();
};

// PostgreSQL: a change is one statement that commits itself. The driver sends its text once and its name afterwards.
// This listener gets the answer before the driver does.
const { write } = Socket.prototype;
let change;
Socket.prototype.write = function writeWatched(data, ...given) {
  const text = Buffer.from(data).toString('latin1');
  change ??= /(kept-\d+)\0[^\0]*insert into events/.exec(text)?.[1];
  if (isArmed && change && text.includes(`${change}\0`)) {
    if (process.env.KILL_AT === 'before') die();
    this.prependOnceListener('data', die);
  }
  return write.call(this, data, ...given);
};
