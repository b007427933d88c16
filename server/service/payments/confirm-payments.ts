import { isProblem } from '#server/platform/connections/call-provider.ts';
import { startWork } from '#server/platform/lifecycle/start-work.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { findProvider, recordProviderResult, type ProviderDeps } from './provider-payments.ts';
import type { ResultDeps } from './record-payment-result.ts';

/** How often due payments are looked for, ms. */
const lookEveryMs = 5_000;
/** A notice usually arrives earlier, ms. */
const firstAfterMs = 20_000;
/** The pause grows with the age of the payment: a tenth of it. */
const pauseShare = 0.1;
/** No provider reports an older payment, ms. */
const longestMs = 24 * 60 * 60_000;
const atOnce = 20;

type Deps = ProviderDeps & ResultDeps;

/**
 * Asks the providers for the state of payments whose notice has not come. A diner may have paid although the notice was
 * lost, or although the owner entered a wrong key for notices.
 */
export function startConfirmingPayments(deps: Deps) {
  return startWork({
    once: async () => {
      await confirmPayments(deps);
      return 0;
    },
    lookEveryMs,
    onError: (error) =>
      deps.log.error({ err: error }, 'payments could not be confirmed; the server tries again'),
  });
}

/** Asks for the payments that are due. @returns their number */
export async function confirmPayments(deps: Deps): Promise<number> {
  const { db, clock } = deps;
  const now = clock.now();
  const started = await db
    .selectFrom('page_payments')
    .select(['id', 'merchant_id', 'provider', 'reference', 'started_at', 'asked_at'])
    .where('state', '=', 'started')
    .where('provider', 'is not', null)
    .where('started_at', '>', now - longestMs)
    .where('started_at', '<=', now - firstAfterMs)
    .orderBy('asked_at')
    .execute();
  const isDue = ({ started_at: from, asked_at: asked }: (typeof started)[number]) =>
    asked === null || now - asked >= Math.max(firstAfterMs, (now - from) * pauseShare);
  const due = started.filter(isDue).slice(0, atOnce);
  await Promise.all(
    due.map(async ({ id, merchant_id: merchantId, provider, reference }) => {
      // Written first, so that a payment whose request fails does not keep the others waiting.
      await db.updateTable('page_payments').set({ asked_at: now }).where('id', '=', id).execute();
      const own = await findProvider(deps, merchantId);
      // The owner may have changed to another provider since.
      if (!own || own.name !== provider || reference === null) return;
      const found = await own.provider.find(deps.callProvider, own.fields, reference);
      if (found === undefined || isProblem(found)) return;
      await recordProviderResult(deps, { merchantId, name: own.name, result: found }).catch(
        (error: unknown) => {
          // Refusals are disputes, which the staff see.
          if (!(error instanceof Refusal)) throw error;
        },
      );
    }),
  );
  return due.length;
}
