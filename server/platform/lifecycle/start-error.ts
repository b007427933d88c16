import { errorCode } from '../error-code.ts';

/** Why the server cannot start, in one line that names what to change; ends the process with status 1. */
export class StartError extends Error {
  constructor(message: string) {
    super(message.replaceAll(/\s+/g, ' '));
    this.name = 'StartError';
  }
}

/** A StartError that names the variable of a port that cannot be had; another error as it is. */
export function portError(error: unknown, variable: string, port: number): unknown {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(`${variable}: ${port} is in use by another program`);
    case 'EACCES':
      return new StartError(`${variable}: ${port} may not be opened by this user`);
    default:
      return error;
  }
}
