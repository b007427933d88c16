import { escapeControls } from './terminal-text.ts';

/** Ends the command with status 0 when the reader closes the pipe, as `| head` does. */
export function exitOnClosedPipe(): void {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') console.error(escapeControls(`nothing more can be written: ${message}`));
    process.exit(code === 'EPIPE' ? 0 : 1);
  });
}
