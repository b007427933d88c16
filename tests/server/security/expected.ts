/** What each call of the contract is to say to each wrong identity. */
import type { CallOptions } from '../server-under-test.ts';
import type { Audience } from '#server/http/docs/about-calls.ts';
import type { StaffRight } from '#contract/staff-rights.ts';
import type { Database } from '#server/store/schema.ts';
import type { Identity, Scene } from './scene.ts';

export interface Refused {
  readonly status: number;
  readonly code: number;
}
/** `served`: what anybody may have, or the asker's own; never anything of Ann's. */
export type Expected = Refused | 'served';

export interface Row {
  readonly for: Audience;
  /** D58: which right somebody of the staff must have; without it everybody of the staff is let in. */
  readonly needs?: StaffRight;
  /** What is asked for, or done: to what is Ann's wherever the call has a place to say so. */
  readonly asks?: (scene: Scene) => Pick<CallOptions, 'params' | 'query' | 'body' | 'headers'>;
  /** In place of `served`: what this particular request comes to. */
  readonly comesTo?: Refused;
  /** Where single identities get something else. */
  readonly but?: Partial<Readonly<Record<Identity, Expected>>>;
  /** Tables in which something is written down of whoever is let in. */
  readonly changes?: readonly (keyof Database)[];
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
} as const;
/** No call but the staff's takes a system's token. */
const noDiners = {
  'staff of another merchant': unauthorized,
  'manager of another merchant': unauthorized,
  'waiter of another merchant': unauthorized,
  'kitchen of another merchant': unauthorized,
  'staff who logged out': unauthorized,
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
    'system without the scope': forbidden,
    'system of another merchant': forbidden,
    'system of another merchant, who says so': 'served',
  },
};

/** D58: what each role may not do; the owner, 'staff of another merchant', may do all. */
const lacking: Partial<Readonly<Record<Identity, readonly StaffRight[]>>> = {
  'manager of another merchant': ['people'],
  'waiter of another merchant': ['menu', 'house', 'people', 'numbers', 'till'],
  'kitchen of another merchant': ['service', 'menu', 'house', 'people', 'numbers', 'till'],
};

function lacksRight({ needs }: Row, identity: Identity): boolean {
  return needs !== undefined && lacking[identity]?.includes(needs) === true;
}

/** The call is for such as them: what is refused is refused for what they ask. */
export function isLetIn(row: Row, identity: Identity): boolean {
  return byAudience[row.for][identity] === 'served' && !lacksRight(row, identity);
}

export function expectedOf(row: Row, identity: Identity): Expected {
  const single = row.but?.[identity];
  if (single) return single;
  if (lacksRight(row, identity)) return forbidden;
  const expected = byAudience[row.for][identity];
  return expected === 'served' ? (row.comesTo ?? expected) : expected;
}
