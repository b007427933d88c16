import * as z from 'zod/mini';
import { call } from '../http/call.ts';

/** Why a 401, where there is more to say: an expired token can be refreshed, anything else means logging in again. */
export const unauthorizedDataSchema = z.object({ reason: z.literal('expired') });
export type UnauthorizedData = z.infer<typeof unauthorizedDataSchema>;

/**
 * Another token of the same login, for a guest's or member's token that is good, or expired and not older than the
 * server's limit. 401 when it is, when its login has ended, and when its diner is gone.
 */
export const refreshToken = call('POST /api/member/token/refresh', { data: z.object({ token: z.string() }) });
