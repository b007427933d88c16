import { harmless } from './terminal-text.ts';

/** `| head` closes the pipe when it has seen enough: that ends the command, and is no failure. */
export function endWithTheReader(): void {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') console.error(harmless(`nothing more can be written: ${message}`));
    process.exit(code === 'EPIPE' ? 0 : 1);
  });
}
