/** Every wrong way to make a call. */
const badTokens = [
  'malformed token',
  'token of another key',
  'expired token',
  'token too old to refresh',
  'token of an ended login',
] as const;
export const otherDiners = [
  'other diner at the table',
  'guest at the table',
  'member who logged in as somebody else',
  'diner of another table',
  'last party',
  'last party in the new session',
  'member of another merchant',
  'member of another merchant, who says so',
  'guest where members alone are taken',
] as const;
export const otherStaff = [
  'staff of another merchant',
  'manager of another merchant',
  'waiter of another merchant',
  'kitchen of another merchant',
  'owner of a branch, who names the head',
  'staff who logged out',
  'known device without a PIN',
] as const;
const systems = [
  'wrong token of a system',
  'system whose token was revoked',
  'system without the scope',
  'system of another merchant',
  'system of another merchant, who says so',
] as const;
export const identities = [
  'nobody',
  ...badTokens,
  'anonymous',
  ...otherDiners,
  ...otherStaff,
  ...systems,
] as const;
export type Identity = (typeof identities)[number];
