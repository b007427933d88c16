/**
 * Loaded into a server's process before its program: after SIGUSR2, the next commit of an event kills it as `kill -9`
 * does, before the database hears of it (KILL_AT=before) or before the program hears that it was done (KILL_AT=after).
 * What the server commits of its own accord passes.
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

// PostgreSQL: a change is one statement that commits itself, sent in full once and by its name afterwards. What is
// answered comes to this listener first.
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
