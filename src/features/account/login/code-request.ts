import * as z from 'zod/mini';
import { sessionValue } from '#src/kit/storage/web-storage.ts';

const key = 'code-request';

/** Which phone a code was asked for, and when (ms). */
const schema = z.object({ phone: z.string(), askedAt: z.number() });

type CodeRequest = z.infer<typeof schema>;

/** Outlives a reload: phones drop the page while the diner looks up the code in another app. */
export function keptCodeRequest(): CodeRequest | undefined {
  return z.safeParse(schema, sessionValue.json(key)).data;
}

export function keepCodeRequest(request: CodeRequest | undefined): void {
  sessionValue.set(key, request && JSON.stringify(request));
}
