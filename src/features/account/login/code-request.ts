import * as z from 'zod/mini';
import { sessionValue } from '#src/kit/storage/web-storage.ts';

const key = 'code-request';

/** Which phone a code was asked for, and when (ms). */
export interface CodeRequest {
  readonly phone: string;
  readonly askedAt: number;
}

const schema = z.object({ phone: z.string(), askedAt: z.number() });

/** Outlives a reload: phones drop the page while the diner looks up the code in another app. */
export function keptCodeRequest(): CodeRequest | undefined {
  try {
    const kept = z.safeParse(schema, JSON.parse(sessionValue.get(key) ?? 'null'));
    return kept.success ? kept.data : undefined;
  } catch {
    return undefined;
  }
}

export function keepCodeRequest(request: CodeRequest | undefined): void {
  sessionValue.set(key, request && JSON.stringify(request));
}
