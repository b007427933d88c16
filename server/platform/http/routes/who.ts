/** Who asks, and what a call needs of them: the contract between the routes and whoever identifies their callers. */

import type { Actor } from '#events/fulfilment/service-event.ts';
import type { StaffScope } from '#contract/http/call.ts';
import type { StaffRole } from '#contract/staff-rights.ts';
import type { IdsOutsideHeaders, IdName } from './ids-outside-headers.ts';

/** Who asks, as the token says it; a token is good for one merchant (D17). */
export interface Asker {
  readonly userId: string;
  readonly kind: 'anonymous' | 'guest' | 'member';
  readonly merchantId: string;
  /** A login ends as a whole: the tokens of all its refreshes. */
  readonly loginId: string;
}

/** The table session that the asker is in: opened or joined by a scan, or the asker's own to-go session. */
export interface TableSession {
  readonly id: string;
  /** S2: what it was called before the data was put back. */
  readonly restoredFrom: string | null;
  readonly merchantId: string;
  /** null: to-go, without a table (D19). */
  readonly tableId: string | null;
  readonly tableName: string | null;
  /** CX19: the table that the phone names, where the party sat before. */
  readonly askedAs?: string;
}

/** Somebody of the restaurant: a person at its staff page, or one of its own systems. */
export interface Staff {
  readonly merchantId: string;
  /** What a system's token is good for; of a person their role. */
  readonly may: { readonly scopes: readonly StaffScope[] } | { readonly role: StaffRole };
  /** Who does what they do: it is written down with it (A2). */
  readonly by: Actor;
  /** The session or the token, as the database knows it: what is counted and told apart by it. */
  readonly key: string;
}

/**
 * What a call needs before its handler runs:
 * - `nothing`: no token (a wrong one is refused all the same)
 * - `token`: any valid token, an anonymous one too
 * - `diner`: a guest or a member
 * - `login`: a guest's or member's token, also an expired one that can still be refreshed
 * - `member`: a member
 * - `dinerAtTable`: a guest or member in the current session of the table that the headers name;
 *   where the merchant's guest mode is off, a member
 * - `memberAtTable`: the same, a member
 * - `staff`: a session of the staff page, or a system's token; no diner's token
 */
export type Need =
  | 'nothing'
  | 'token'
  | 'diner'
  | 'login'
  | 'member'
  | 'dinerAtTable'
  | 'memberAtTable'
  | 'staff';

/** As they are now; a moment later they may be newer. */
export interface Versions {
  /** F1 */
  readonly session?: number;
  /** 0: nothing was ever written. */
  readonly menu?: number;
}

export interface Who<N extends Need = Need> {
  readonly asker: N extends 'nothing' ? Asker | undefined : N extends 'staff' ? undefined : Asker;
  readonly session: N extends 'dinerAtTable' | 'memberAtTable' ? TableSession : undefined;
  /** The id of the session at whose table the asker sits, also where the call needs none: whose budget counts (D37). */
  readonly sitsAt?: string | undefined;
  readonly staff: N extends 'staff' ? Staff : undefined;
  readonly versions: Versions;
  /** The token's; without a token, the one that the request names. */
  readonly merchantId: N extends 'nothing' | 'staff' ? string | undefined : string;
  readonly language: 'en-US' | 'zh-TW';
  /** The address that the request came from, for rate limits. */
  readonly address: string;
}

export interface Credentials {
  /** A header by its name, undefined when it is absent or empty. */
  header(name: string): string | undefined;
  /** What the request says outside its headers of a fact that is a header. */
  idsOutsideHeaders(name: IdName): IdsOutsideHeaders;
  readonly address: string;
}

export type Identify = (need: Need, credentials: Credentials) => Promise<Who>;
