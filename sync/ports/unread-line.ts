import * as z from 'zod/mini';

/** Lines that this program cannot read, in a message from another tab or in an answer. */
export const unreadSchema = z.array(z.looseObject({ userId: z.string(), line: z.looseObject({}) }));
