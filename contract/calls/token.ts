import * as z from 'zod/mini';
import { call } from '../http/call.ts';

/** The reason of a 401. An expired token can be refreshed; any other reason requires a new login. */
export const unauthorizedDataSchema = z.object({ reason: z.literal('expired') });
export type UnauthorizedData = z.infer<typeof unauthorizedDataSchema>;

/**
 * Issues another token of the same login. The old one may be expired, up to the server's limit. It is refused with 401
 * if it is too old, if its login has ended, or if its diner no longer exists.
 */
export const refreshToken = call('POST /api/member/token/refresh', { data: z.object({ token: z.string() }) });
