import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listWebhooks, removeWebhook, switchWebhook, type Webhook } from '#contract/calls/till.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Small } from '#ui/primitives.tsx';
import { CardList } from '../CardList.tsx';
import { ListCard } from '../ListCard.tsx';
import { pollMs, useStaffChange } from '../../calls/staff-queries.ts';

/** The restaurant's webhooks: whether each is on, and how many deliveries wait or were given up. */
export function WebhookList() {
  const { t } = useTranslation('till');
  const webhooks = useQuery({
    queryKey: ['staff', 'webhooks'],
    queryFn: async () => (await request(listWebhooks, {})).webhooks,
    refetchInterval: pollMs,
  });
  const remove = useStaffChange(removeWebhook);
  return (
    <CardList
      title={t('addresses')}
      none={t('none')}
      query={webhooks}
      question={(webhook) => ({
        title: t('removeTitle'),
        text: t('removeText', { url: webhook?.url ?? '' }),
        yes: t('remove'),
        no: t('keep'),
      })}
      onRemove={(id) => remove.mutate({ id })}
    >
      {(webhook, ask) => <WebhookCard key={webhook.id} webhook={webhook} onRemove={ask} />}
    </CardList>
  );
}

function WebhookCard({ webhook, onRemove }: { webhook: Webhook; onRemove(): void }) {
  const { t } = useTranslation('till');
  const change = useStaffChange(switchWebhook);
  const { id, url, isOn, waiting, givenUp } = webhook;
  const state = [
    ...(waiting > 0 ? [t('waiting', { count: waiting })] : []),
    ...(givenUp > 0 ? [t('givenUp', { count: givenUp })] : []),
  ];
  return (
    <ListCard
      name={url}
      grow="card"
      facts={
        <Small $colour={givenUp > 0 ? 'danger' : 'textMuted'}>
          {[t(isOn ? 'on' : 'off'), ...(state.length > 0 ? state : [t('fine')])].join(' · ')}
        </Small>
      }
    >
      <Button
        variant="secondary"
        aria-label={t(isOn ? 'switchOffOf' : 'switchOnOf', { url })}
        busy={change.isPending}
        onClick={() => change.mutate({ id, isOn: !isOn })}
      >
        {t(isOn ? 'switchOff' : 'switchOn')}
      </Button>
      <Button variant="quiet" aria-label={t('removeOf', { url })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </ListCard>
  );
}
