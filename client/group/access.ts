import { codes } from '#contract/codes.ts';
import { ApiError } from '#client/api/api-error.ts';

export interface Access {
  readonly url: string;
  /** Name of the group. The table id if the server names none. */
  readonly group: string;
}

export type AccessResult =
  | { readonly kind: 'granted'; readonly access: Access }
  /** The server refuses. Another request would get the same answer. */
  | { readonly kind: 'denied'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

const finalCodes: readonly number[] = [
  codes.unauthorized,
  codes.forbidden,
  codes.tableUnavailable,
  codes.notFound,
  // HTTP 410 Gone: a server may answer so for a closed table.
  410,
];

/** Maps a failed negotiation to `denied` if the refusal is final, else to `failed`. */
export function toAccessFailure(error: unknown): AccessResult {
  const code = error instanceof ApiError ? error.code : undefined;
  const reason = error instanceof Error ? error.message : String(error);
  return { kind: code !== undefined && finalCodes.includes(code) ? 'denied' : 'failed', reason };
}
