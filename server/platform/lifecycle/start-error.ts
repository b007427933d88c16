import { readErrorCode } from '../error-code.ts';

/** Why a program cannot start or go on, in one line that names what to change. The process exits with status 1. */
export class StartError extends Error {
  constructor(message: string) {
    super(message.replaceAll(/\s+/g, ' '));
    this.name = 'StartError';
  }
}

/** Turns an error about a port into a StartError that names its variable. Returns any other error unchanged. */
export function describePortError(error: unknown, variable: string, port: number): unknown {
  switch (readErrorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `${variable}: ${port} is in use by another program; stop it or choose another port`,
      );
    case 'EACCES':
      return new StartError(
        `${variable}: this user may not open ${port}; choose a port above 1023 or grant the right`,
      );
    default:
      return error;
  }
}
