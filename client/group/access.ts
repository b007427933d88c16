import { codes } from '#contract/codes.ts';
import { ApiError } from '#client/api/api-error.ts';

export interface Access {
  readonly url: string;
  /** D23: named by the server, else the table id. */
  readonly group: string;
}

export type AccessResult =
  | { readonly kind: 'granted'; readonly access: Access }
  /** Revoked: asking again would not help. */
  | { readonly kind: 'denied'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

const finalCodes: readonly number[] = [
  codes.unauthorized,
  codes.forbidden,
  codes.tableUnavailable,
  codes.notFound,
  410,
];

/** Why there is no access, and whether asking again is of use. */
export function toAccessFailure(error: unknown): AccessResult {
  const code = error instanceof ApiError ? error.code : undefined;
  const reason = error instanceof Error ? error.message : String(error);
  return { kind: code !== undefined && finalCodes.includes(code) ? 'denied' : 'failed', reason };
}
