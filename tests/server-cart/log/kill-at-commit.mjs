/**
 * Loaded into a server's process before its program: after SIGUSR2, the next commit kills it as `kill -9` does, before
 * the database hears of it (KILL_AT=before) or before the program hears that it was done (KILL_AT=after).
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

function atCommit(commit) {
  if (!isArmed) return commit();
  if (process.env.KILL_AT === 'before') die();
  const result = commit();
  die();
  return result;
}

// SQLite
const Libsql = createRequire(join(process.cwd(), 'package.json'))('libsql');
const { prepare } = Libsql.prototype;
Libsql.prototype.prepare = function prepareWatched(sql) {
  const statement = prepare.call(this, sql);
  if (sql !== 'commit') return statement;
  for (const way of ['run', 'all']) {
    const execute = statement[way].bind(statement);
    statement[way] = (...given) => atCommit(() => execute(...given));
  }
  return statement;
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
