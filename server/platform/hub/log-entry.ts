/** Entries hold a status, a reason, a hub and a connection id. They must never hold a token. */
export interface HubLogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly msg: string;
  readonly [member: string]: unknown;
}
