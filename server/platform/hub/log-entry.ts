/** Never holds a token: entries name a status, a reason, a hub and a connection id. */
export interface HubLogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly msg: string;
  readonly [member: string]: unknown;
}
