/** Why the server cannot start, in one line that names what to change; ends the process with status 1. */
export class StartError extends Error {
  constructor(message: string) {
    super(message.replaceAll(/\s+/g, ' '));
    this.name = 'StartError';
  }
}
