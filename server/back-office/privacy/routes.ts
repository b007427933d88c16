import { getPrivacyFacts, removeAccount } from '#contract/calls/privacy.ts';
import { defineRoute, type Route } from '#server/platform/http/routes/route.ts';
import type { Config } from '#server/platform/config/config.ts';
import { providerSites, type ConnectionKind } from '#contract/calls/connections.ts';
import { listStoredConnections } from '#server/platform/connections/connections.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { findPaymentPage, type PageDeps } from '#server/service/payments/payment-page.ts';
import { readWebhooks } from '#server/back-office/webhooks/webhooks.ts';
import { removeOwnAccount } from './remove-account.ts';

const daySeconds = 24 * 3600;

export function createPrivacyRoutes(
  deps: Parameters<typeof removeOwnAccount>[0] & {
    readonly config: Pick<Config, 'retentionDays' | 'tokens' | 'smsWebhook' | 'behaviourLog'> &
      PageDeps['config'];
  },
): Route[] {
  const { retentionDays, tokens, smsWebhook, behaviourLog } = deps.config;
  const hub = deps.hub.isEmbedded ? undefined : deps.hub.client.endpoint;
  /** The restaurant's active webhooks, which receive its orders. */
  const readWebhookUrls = async (merchantId: string | undefined) =>
    merchantId === undefined
      ? []
      : (await readWebhooks(deps.db, merchantId)).filter(({ isOn }) => isOn).map(({ url }) => url);
  const findProviderUrl = async (merchantId: string | undefined, kind: ConnectionKind) => {
    if (merchantId === undefined) return undefined;
    const connections = await listStoredConnections(deps.db, merchantId);
    const provider = connections.find((each) => each.kind === kind)?.provider ?? '';
    return Object.hasOwn(providerSites, provider)
      ? providerSites[provider as keyof typeof providerSites]
      : undefined;
  };
  return [
    defineRoute(getPrivacyFacts, 'nothing', async ({ who: { merchantId } }) => ({
      retentionDays: retentionDays || null,
      loginDays: tokens.refreshSeconds / daySeconds,
      textsGoTo: readHost((await findProviderUrl(merchantId, 'texts')) ?? smsWebhook?.url),
      ordersGoTo: joinHosts(await readWebhookUrls(merchantId)),
      messagesGoThrough: readHost(hub),
      behaviourGoesTo: readHost(behaviourLog?.url),
      ...(merchantId !== undefined && {
        mailGoesTo: await findMailHost(deps.db, merchantId),
        paymentsGoTo: readHost(
          (await findProviderUrl(merchantId, 'payments')) ?? (await findPaymentPage(deps, merchantId))?.url,
        ),
      }),
    })),

    defineRoute(removeAccount, 'diner', async ({ who }) => await removeOwnAccount(deps, who.asker)),
  ];
}

async function findMailHost(db: Db, merchantId: string): Promise<string | null> {
  const mail = (await listStoredConnections(db, merchantId)).find(({ kind }) => kind === 'mail');
  return mail?.values['host'] ?? null;
}

/** Returns null if the data stays on this server, that is, without a URL or with a path of this server. */
function readHost(url: string | undefined): string | null {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : null;
}

function joinHosts(urls: readonly (string | undefined)[]): string | null {
  const hosts = urls.map(readHost).filter((host) => host !== null);
  return hosts.length === 0 ? null : [...new Set(hosts)].join(', ');
}
