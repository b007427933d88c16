import { getPrivacyFacts, removeAccount } from '#contract/calls/privacy.ts';
import { route, type Route } from '#server/http/routes/route.ts';
import type { Config } from '#server/process/config.ts';
import { paymentPageOf, type PageDeps } from '#server/payments/payment-page.ts';
import { removeOwnAccount } from './remove-account.ts';

const daySeconds = 24 * 3600;

export function privacyRoutes(
  deps: Parameters<typeof removeOwnAccount>[0] & {
    readonly config: Pick<
      Config,
      'retentionDays' | 'tokens' | 'smsWebhook' | 'orderWebhook' | 'behaviourLog'
    > &
      PageDeps['config'];
    readonly hubIsEmbedded: boolean;
  },
): Route[] {
  const { retentionDays, tokens, smsWebhook, orderWebhook, behaviourLog } = deps.config;
  const hub = deps.hubIsEmbedded ? undefined : deps.hubs.all[0]?.client.endpoint;
  return [
    route(getPrivacyFacts, 'nothing', async ({ who: { merchantId } }) => ({
      retentionDays: retentionDays || null,
      loginDays: tokens.refreshSeconds / daySeconds,
      textsGoTo: hostOf(smsWebhook?.url),
      ordersGoTo: hostOf(orderWebhook?.url),
      messagesGoThrough: hostOf(hub),
      behaviourGoesTo: hostOf(behaviourLog?.url),
      ...(merchantId !== undefined && {
        paymentsGoTo: hostOf((await paymentPageOf(deps, merchantId))?.url),
      }),
    })),

    route(removeAccount, 'diner', async ({ who }) => await removeOwnAccount(deps, who.asker)),
  ];
}

/** Null: nowhere else, a path of this server's own included. */
function hostOf(url: string | undefined): string | null {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : null;
}
