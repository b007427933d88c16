import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  deliveryStates,
  listDeliveries,
  redeliver,
  type Delivery,
  type DeliveryState,
} from '#contract/calls/till.ts';
import { orderWebhookSchema } from '#contract/calls/webhooks.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Choices } from '#ui/controls/Choices.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Box, Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { pollMs, useStaffChange } from '../../calls/staff-queries.ts';
import { Loaded } from '../Loaded.tsx';
import { useClock } from '../../use-clock.ts';

const filters = ['all', ...deliveryStates] as const;
const types = orderWebhookSchema.shape.type.options;

/** The webhook deliveries and their results. A failed delivery can be sent again. */
export function DeliveryLog() {
  const { t } = useTranslation('till');
  const [filter, setFilter] = useState<(typeof filters)[number]>('all');
  const state: DeliveryState | undefined = filter === 'all' ? undefined : filter;
  const deliveries = useQuery({
    queryKey: ['staff', 'deliveries', filter],
    queryFn: async () => (await request(listDeliveries, { query: state ? { state } : {} })).deliveries,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });

  return (
    <Stack as="section" $gap="md">
      <Text as="h2" $type="heading">
        {t('log')}
      </Text>
      <Choices
        legend={t('filter')}
        options={filters.map((value) => ({
          value,
          label: value === 'all' ? t('all') : t(`state.${value}`),
        }))}
        value={filter}
        onChange={setFilter}
      />
      <Loaded query={deliveries}>
        {(all) => (
          <>
            {all.length === 0 && <p>{t('logNone')}</p>}
            <Stack as="ul" $gap="sm">
              {all.map((delivery) => (
                <DeliveryCard key={delivery.id} delivery={delivery} />
              ))}
            </Stack>
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function DeliveryCard({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('till');
  const times = useClock({ dateStyle: 'medium', timeStyle: 'medium' });
  const again = useStaffChange(redeliver);
  const { id, type: given, serial, createdAt, state, attempts, problem, nextAt, isRemoved } = delivery;
  const known = types.find((each) => each === given);
  const type = `${known ? t(`type.${known}`) : given} · ${serial}`;
  const time = times.format(createdAt);
  const facts = [
    t(`state.${state}`),
    t('attempts', { count: attempts }),
    ...(problem === null ? [] : [problem]),
    ...(isRemoved ? [t('isRemoved')] : []),
    ...(nextAt === null || attempts === 0 ? [] : [t('next', { time: times.format(nextAt) })]),
  ];

  return (
    <Box as="li" $card $pad="md lg">
      <Row $gap="md" $align="center" $wrap>
        <Stack $grow="card">
          <Text $type="strong">{type}</Text>
          <Small $breaks>{`${time} · ${delivery.url}`}</Small>
          <Small $breaks $colour={state === 'givenUp' ? 'danger' : 'textMuted'}>
            {facts.join(' · ')}
          </Small>
        </Stack>
        {!isRemoved && (
          <Button
            variant={state === 'givenUp' ? 'secondary' : 'quiet'}
            aria-label={t('againOf', { type, time })}
            busy={again.isPending}
            onClick={() => again.mutate({ id }, { onSuccess: () => showToast(t('againDone')) })}
          >
            {t('again')}
          </Button>
        )}
      </Row>
    </Box>
  );
}
