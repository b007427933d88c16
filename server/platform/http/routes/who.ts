/**
 * The caller of a request, and what a call needs of its caller. The routes declare needs; `ordering/auth` and
 * `service/staff/access` identify the callers.
 */

import type { Actor } from '#events/fulfilment/service-event.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { StaffScope } from '#contract/http/call.ts';
import type { StaffRole } from '#contract/staff-rights.ts';
import type { IdsOutsideHeaders, IdName } from './ids-outside-headers.ts';

/** A diner, as named by the token. A token is valid for one merchant. */
export interface Asker {
  readonly userId: string;
  readonly kind: 'anonymous' | 'guest' | 'member';
  readonly merchantId: string;
  /** All tokens of a login share this id. Logging out ends them together. */
  readonly loginId: string;
}

/** The table session of the diner: opened or joined by a scan, or the diner's own to-go session. */
export interface TableSession {
  readonly id: string;
  /** The session's id before the data was restored from a backup. */
  readonly restoredFrom: string | null;
  readonly merchantId: string;
  /** null: a to-go session, without a table. */
  readonly tableId: string | null;
  readonly tableName: string | null;
  /** The table in the request, if staff have moved the session to another table since. */
  readonly askedAs?: string;
}

/** A person at the staff page, or one of the restaurant's systems. */
export interface Staff {
  readonly merchantId: string;
  /** The head of the chain, if one of its owners has opened this branch. */
  readonly headId?: string;
  /** The scopes of a system's token, or the role of a person. */
  readonly may: { readonly scopes: readonly StaffScope[] } | { readonly role: StaffRole };
  /** The name that is stored with each change. */
  readonly by: Actor;
  /** The id of the session or token in the database. It is the key of limits and repeated requests. */
  readonly key: string;
}

/**
 * The kind of caller that a call needs:
 * - `nothing`: no token, but an invalid token is refused
 * - `token`: any valid token, even an anonymous one
 * - `diner`: a guest or a member
 * - `login`: a guest's or member's token, even an expired one if it can still be refreshed
 * - `member`: a member
 * - `dinerAtTable`: a guest or member in the current session of the table that the headers name.
 *   If the merchant's guest mode is off, only a member
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

/** The versions of stored data when the caller was identified. They may have grown since. */
export interface Versions {
  /** The version of the table session's log. */
  readonly session?: number;
  /** The version of the menu; 0: the merchant has none yet. */
  readonly menu?: number;
}

export interface Who<N extends Need = Need> {
  readonly asker: N extends 'nothing' ? Asker | undefined : N extends 'staff' ? undefined : Asker;
  readonly session: N extends 'dinerAtTable' | 'memberAtTable' ? TableSession : undefined;
  /** The id of the diner's session, even for calls without `session`. The table's budget counts by it. */
  readonly sitsAt?: string | undefined;
  readonly staff: N extends 'staff' ? Staff : undefined;
  readonly versions: Versions;
  /** The merchant of the token, or without a token the one in the request. */
  readonly merchantId: N extends 'nothing' | 'staff' ? string | undefined : string;
  readonly language: LanguageCode;
  /** The address of the caller, for rate limits. */
  readonly address: string;
}

export interface Credentials {
  /** Reads a header. Returns undefined if it is absent or empty. */
  header(name: string): string | undefined;
  /** Reads an id that other clients may send outside the headers. */
  readOtherIds(name: IdName): IdsOutsideHeaders;
  readonly address: string;
}

/** Identifies the caller. Throws a Refusal if the call needs another one. */
export type Identify = (need: Need, credentials: Credentials) => Promise<Who>;
