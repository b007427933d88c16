/**
 * Runs a program until whoever started this is gone, however it went: then its end of the pipe on stdin closes.
 * Arguments: a folder to delete afterwards, user id and group id (empty: the same user), the program, its arguments.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const [folder, uid, gid, program, ...args] = process.argv.slice(2);
const user = uid ? { uid: Number(uid), gid: Number(gid) } : {};
const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], ...user });
child.on('error', (error) => process.stderr.write(`${error.message}\n`));
child.on('close', (status) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(status ?? 1);
});

// PostgreSQL's word for "at once, and nothing is to be kept".
process.stdin.resume().on('close', () => child.kill('SIGQUIT'));
// A key press in the terminal reaches everybody; the one who started this decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
