/** What each call of the contract is to say to each wrong identity. */
import type { CallOptions } from '../server-under-test.ts';
import type { Audience } from '#server/platform/http/docs/about-calls.ts';
import type { StaffRight, StaffRole } from '#contract/staff-rights.ts';
import type { Database } from '#server/platform/store/schema.ts';
import type { Identity, Scene, Who } from './scene.ts';

export interface Refused {
  readonly status: number;
  readonly code: number;
  /** Where it matters what it carries. */
  readonly data?: unknown;
}
/** `served`: what anybody may have, or the asker's own; never anything of Ann's. */
export type Expected = Refused | 'served';

export interface Row {
  readonly for: Audience;
  /** D58: which right somebody of the staff must have; without it everybody of the staff is let in. The call declares the same. */
  readonly needs?: StaffRight;
  /** … and where the call declares none, for what it decides to need of such a request. */
  readonly needsHere?: StaffRight;
  /** What is asked for, or done: to what is Ann's wherever the call has a place to say so. */
  readonly asks?: (scene: Scene, who: Who) => Pick<CallOptions, 'params' | 'query' | 'body' | 'headers'>;
  /** In place of `served`: what this particular request comes to. */
  readonly comesTo?: Refused;
  /** Where single identities get something else. */
  readonly but?: Partial<Readonly<Record<Identity, Expected>>>;
  /** Tables in which something is written down of whoever is let in. */
  readonly changes?: readonly (keyof Database)[];
  /** … and in which of them alone by single identities. */
  readonly changesBy?: Partial<Readonly<Record<Identity, readonly (keyof Database)[]>>>;
  /** What single identities may read of what is others'. */
  readonly shows?: (scene: Scene) => Partial<Readonly<Record<Identity, readonly string[]>>>;
  /** It ends the login that it is made with. */
  readonly spends?: boolean;
}

export const unauthorized: Refused = { status: 401, code: 401 };
export const forbidden: Refused = { status: 403, code: 403 };
/** 10010: not at this table, and there is no such session any more. */
const notAtTable: Refused = { status: 403, code: 10010 };
const sessionOver: Refused = { status: 200, code: 10010 };

const badTokens = {
  'malformed token': unauthorized,
  'token of another key': unauthorized,
  'expired token': unauthorized,
  'token too old to refresh': unauthorized,
  'token of an ended login': unauthorized,
} as const;
const staffElsewhere = {
  'staff of another merchant': 'served',
  'manager of another merchant': 'served',
  'waiter of another merchant': 'served',
  'kitchen of another merchant': 'served',
  'staff who logged out': 'served',
  'known device without a PIN': 'served',
} as const;
/** No call but the staff's takes a system's token. */
const noDiners = {
  'staff of another merchant': unauthorized,
  'manager of another merchant': unauthorized,
  'waiter of another merchant': unauthorized,
  'kitchen of another merchant': unauthorized,
  'staff who logged out': unauthorized,
  'known device without a PIN': unauthorized,
  'wrong token of a system': unauthorized,
  'system whose token was revoked': unauthorized,
  'system without the scope': unauthorized,
  'system of another merchant': unauthorized,
  'system of another merchant, who says so': unauthorized,
} as const;

const diners: Readonly<Record<Identity, Expected>> = {
  nobody: unauthorized,
  ...badTokens,
  anonymous: forbidden,
  'other diner at the table': 'served',
  'guest at the table': 'served',
  'member who logged in as somebody else': 'served',
  'diner of another table': 'served',
  'last party': 'served',
  'last party in the new session': 'served',
  'member of another merchant': forbidden,
  'member of another merchant, who says so': 'served',
  'guest where members alone are taken': 'served',
  ...noDiners,
};

const byAudience: Readonly<Record<Audience, Readonly<Record<Identity, Expected>>>> = {
  everybody: { ...diners, nobody: 'served', anonymous: 'served', ...staffElsewhere },
  diners,
  theLogin: { ...diners, 'expired token': 'served' },
  theTable: {
    ...diners,
    'member who logged in as somebody else': notAtTable,
    'diner of another table': notAtTable,
    'last party': sessionOver,
    'last party in the new session': notAtTable,
    'member of another merchant, who says so': sessionOver,
    'guest where members alone are taken': forbidden,
  },
  staff: {
    nobody: unauthorized,
    ...badTokens,
    anonymous: unauthorized,
    'other diner at the table': unauthorized,
    'guest at the table': unauthorized,
    'member who logged in as somebody else': unauthorized,
    'diner of another table': unauthorized,
    'last party': unauthorized,
    'last party in the new session': unauthorized,
    'member of another merchant': unauthorized,
    'member of another merchant, who says so': unauthorized,
    'guest where members alone are taken': unauthorized,
    ...noDiners,
    ...staffElsewhere,
    'staff who logged out': unauthorized,
    'known device without a PIN': unauthorized,
    'system without the scope': forbidden,
    'system of another merchant': forbidden,
    'system of another merchant, who says so': 'served',
  },
};

/** D58: which roles come from elsewhere; the owner, 'staff of another merchant', may do all. */
const roleOf: Partial<Readonly<Record<Identity, StaffRole>>> = {
  'manager of another merchant': 'manager',
  'waiter of another merchant': 'waiter',
  'kitchen of another merchant': 'kitchen',
};

const lacking: Readonly<Record<StaffRole, readonly StaffRight[]>> = {
  owner: [],
  manager: ['people'],
  waiter: ['menu', 'house', 'people', 'numbers', 'till'],
  kitchen: ['service', 'menu', 'house', 'people', 'numbers', 'till'],
};

/** The right that such a request needs and the role has not. */
export function lackedBy({ needs, needsHere }: Row, role: StaffRole): StaffRight | undefined {
  const needed = needs ?? needsHere;
  return needed !== undefined && lacking[role].includes(needed) ? needed : undefined;
}

function lacksRight(row: Row, identity: Identity): boolean {
  const role = roleOf[identity];
  return role !== undefined && lackedBy(row, role) !== undefined;
}

/** The call is for such as them: what is refused is refused for what they ask. */
function isLetIn(row: Row, identity: Identity): boolean {
  return byAudience[row.for][identity] === 'served' && !lacksRight(row, identity);
}

/** Tables in which something may be written. */
export function changesOf(row: Row, identity: Identity): readonly (keyof Database)[] {
  if (!isLetIn(row, identity)) return [];
  return row.changesBy?.[identity] ?? row.changes ?? [];
}

export function expectedOf(row: Row, identity: Identity): Expected {
  const single = row.but?.[identity];
  if (single) return single;
  if (lacksRight(row, identity)) return forbidden;
  const expected = byAudience[row.for][identity];
  return expected === 'served' ? (row.comesTo ?? expected) : expected;
}
