/** The expected answer of each call to each wrong identity. */
import type { CallOptions } from '../server-under-test.ts';
import type { Audience } from '#server/platform/http/docs/about-calls.ts';
import type { StaffRight, StaffRole } from '#contract/staff-rights.ts';
import type { Database } from '#server/platform/store/schema.ts';
import { identities, otherDiners, otherStaff, type Identity } from './identities.ts';
import type { Scene, Who } from './scene.ts';

export interface Refused {
  readonly status: number;
  readonly code: number;
  /** Compared only if it is given. */
  readonly data?: unknown;
}
/** `served` is an answer with public data or with the caller's own. It never holds data of Ann. */
export type Expected = Refused | 'served';

export interface Row {
  readonly for: Audience;
  /** The right that the call declares (CX26). A call without one is open to all staff. */
  readonly needs?: StaffRight;
  /** The right that the handler requires for this request, if the call declares none. */
  readonly needsHere?: StaffRight;
  /** The request. It aims at Ann's data wherever the call has a field for it. */
  readonly asks?: (scene: Scene, who: Who) => Pick<CallOptions, 'params' | 'query' | 'body' | 'headers'>;
  /** The answer to this request, if it is not `served`. */
  readonly comesTo?: Refused;
  /** Identities with another answer. */
  readonly but?: Partial<Readonly<Record<Identity, Expected>>>;
  /** Tables that an accepted request may change. */
  readonly changes?: readonly (keyof Database)[];
  /** Tables that an accepted request of one identity may change, instead of `changes`. */
  readonly changesBy?: Partial<Readonly<Record<Identity, readonly (keyof Database)[]>>>;
  /** Secret texts that an identity may read. */
  readonly shows?: (scene: Scene) => Partial<Readonly<Record<Identity, readonly string[]>>>;
  /** The call ends the login that it is made with. */
  readonly spends?: boolean;
}

export const unauthorized: Refused = { status: 401, code: 401 };
export const forbidden: Refused = { status: 403, code: 403 };
/** The code 10010 has two meanings: the diner sits at another table, or the session is over. */
const notAtTable: Refused = { status: 403, code: 10010 };
const sessionOver: Refused = { status: 200, code: 10010 };

function assignToEach<Name extends Identity>(names: readonly Name[], expected: Expected) {
  return Object.fromEntries(names.map((name) => [name, expected])) as Record<Name, Expected>;
}

/** Only the staff's calls take the token of a system. */
const diners: Readonly<Record<Identity, Expected>> = {
  ...assignToEach(identities, unauthorized),
  anonymous: forbidden,
  ...assignToEach(otherDiners, 'served'),
  'member of another merchant': forbidden,
};

const byAudience: Readonly<Record<Audience, Readonly<Record<Identity, Expected>>>> = {
  everybody: { ...diners, nobody: 'served', anonymous: 'served', ...assignToEach(otherStaff, 'served') },
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
    ...assignToEach(identities, unauthorized),
    ...assignToEach(otherStaff, 'served'),
    'owner of a branch, who names the head': forbidden,
    'staff who logged out': unauthorized,
    'known device without a PIN': unauthorized,
    'system without the scope': forbidden,
    'system of another merchant': forbidden,
    'system of another merchant, who says so': 'served',
  },
};

/** The roles of staff from another restaurant (CX26). 'staff of another merchant' is an owner, who has every right. */
const roleOf: Partial<Readonly<Record<Identity, StaffRole>>> = {
  'manager of another merchant': 'manager',
  'waiter of another merchant': 'waiter',
  'kitchen of another merchant': 'kitchen',
};

const lacking: Readonly<Record<StaffRole, readonly StaffRight[]>> = {
  owner: [],
  manager: ['people', 'connections', 'chain'],
  waiter: ['menu', 'house', 'people', 'numbers', 'till', 'printers', 'connections', 'chain'],
  kitchen: ['service', 'menu', 'house', 'people', 'numbers', 'till', 'printers', 'connections', 'chain'],
};

/** The right that the request requires and the role lacks. */
export function findLackingRight({ needs, needsHere }: Row, role: StaffRole): StaffRight | undefined {
  const needed = needs ?? needsHere;
  return needed !== undefined && lacking[role].includes(needed) ? needed : undefined;
}

function isLackingRight(row: Row, identity: Identity): boolean {
  const role = roleOf[identity];
  return role !== undefined && findLackingRight(row, role) !== undefined;
}

/** Whether the call accepts this identity. It may still refuse the request. */
function isLetIn(row: Row, identity: Identity): boolean {
  return byAudience[row.for][identity] === 'served' && !isLackingRight(row, identity);
}

/** Tables that the request may change. */
export function listAllowedChanges(row: Row, identity: Identity): readonly (keyof Database)[] {
  if (!isLetIn(row, identity)) return [];
  return row.changesBy?.[identity] ?? row.changes ?? [];
}

export function getExpected(row: Row, identity: Identity): Expected {
  const single = row.but?.[identity];
  if (single) return single;
  if (isLackingRight(row, identity)) return forbidden;
  const expected = byAudience[row.for][identity];
  return expected === 'served' ? (row.comesTo ?? expected) : expected;
}
