import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { Refusal } from './route.ts';

// The small build of zod says "Invalid input" to everything without this.
z.config(z.locales.en());

export type Part = 'params' | 'query' | 'body';

/**
 * What the schema reads from this part of a request. A Refusal 400 (status 400) names the first thing wrong, as in
 * `body.orderDetail.orderItems.0.quantity: …`, and carries that path as `data.path`.
 */
export function validated(part: Part, schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const path = [part, ...issue.path.map(String)].join('.');
  throw new Refusal(codes.badRequest, `${path}: ${issue.message}`, {
    status: codes.badRequest,
    data: { path },
  });
}
