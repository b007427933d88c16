/**
 * Runs a program until whoever started this is gone, however it went: then its end of the pipe on stdin closes.
 * A line `kill` on stdin ends the program as a crash would, `start` runs it again.
 * Arguments: a folder to delete afterwards, user id and group id (empty: the same user), the program, its arguments.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const [folder, uid, gid, program, ...args] = process.argv.slice(2);
const user = uid ? { uid: Number(uid), gid: Number(gid) } : {};
let child;
/** Until it is to run again. */
let isKilled = false;

function run() {
  isKilled = false;
  child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], ...user });
  child.on('error', (error) => process.stderr.write(`${error.message}\n`));
  child.on('close', (status) => {
    child = undefined;
    if (!isKilled) end(status ?? 1);
  });
}

function end(status) {
  rmSync(folder, { recursive: true, force: true });
  process.exit(status);
}

/** It lets go of its folder only when it has ended. */
function runAgain() {
  if (child) child.on('close', run);
  else run();
}

run();
process.stdin.setEncoding('utf8').on('data', (text) => {
  for (const order of text.split('\n')) {
    if (order === 'kill') {
      isKilled = true;
      child?.kill('SIGQUIT');
    }
    if (order === 'start' && isKilled) runAgain();
  }
});
process.stdin.on('close', () => {
  isKilled = false;
  // PostgreSQL's word for "at once, and nothing is to be kept".
  if (child) child.kill('SIGQUIT');
  else end(0);
});
// A key press in the terminal reaches everybody; the one who started this decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
