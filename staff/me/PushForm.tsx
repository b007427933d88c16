import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  getPush,
  renewPush,
  turnOffPush,
  turnOnPush,
  type PushDevice,
  type PushSetUp,
  type PushChoice,
} from '#contract/calls/push.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TickPills } from '#ui/controls/TickPills.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Row, Stack, Text } from '#ui/primitives.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { sayFailure } from '../calls/say-failure.ts';
import { SelectField } from '../fields/SelectField.tsx';
import { Loaded } from '../owner/Loaded.tsx';
import { canSubscribe, findSubscription, isForbidden, subscribe } from './push-device.ts';

const deviceKey = ['staff', 'push'] as const;

interface Found {
  readonly setUp: PushSetUp;
  readonly device: PushDevice;
}

/** What this device is notified of (CX78), or why it cannot be. */
export function PushForm() {
  const { t } = useTranslation('me');
  const language = useLanguage();
  const query = useQuery({
    queryKey: [...deviceKey, language],
    queryFn: async (): Promise<Found> => {
      const setUp = await request(getPush, { language });
      const subscription = await findSubscription();
      const device: PushDevice = subscription
        ? await request(renewPush, { body: { endpoint: subscription.endpoint } })
        : { choice: null, problem: null };
      return { setUp, device };
    },
  });
  return (
    <Stack as="section" $gap="md">
      <Text as="h2" $type="heading">
        {t('push.title')}
      </Text>
      <p>{t('push.text')}</p>
      {canSubscribe() ? (
        <Loaded query={query}>
          {(found) => <Form key={String(found.device.choice !== null)} {...found} />}
        </Loaded>
      ) : (
        <Banner tone="info">{t('push.unsupported')}</Banner>
      )}
    </Stack>
  );
}

function Form({ setUp: { key, kinds, stations }, device: { choice, problem } }: Found) {
  const { t } = useTranslation('me');
  const [chosen, setChosen] = useState<PushChoice>(choice ?? { kinds, station: null });
  const device = useDevice();
  if (key === null) return <Banner tone="warning">{t('push.lacksKey')}</Banner>;
  if (isForbidden()) return <Banner tone="warning">{t('push.forbidden')}</Banner>;
  const hasKinds = chosen.kinds.length > 0;
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (hasKinds) device.turnOn.mutate({ key, choice: chosen });
  };
  return (
    <form onSubmit={handleSubmit}>
      <Stack $gap="lg">
        {problem !== null && <Banner tone="warning">{t('push.problem', { problem })}</Banner>}
        <TickPills
          legend={t('push.kinds')}
          values={chosen.kinds}
          options={kinds.map((value) => ({ value, label: t(`push.kind.${value}`) }))}
          onToggle={(kind) =>
            setChosen({
              ...chosen,
              kinds: kinds.filter((each) => chosen.kinds.includes(each) !== (each === kind)),
            })
          }
        />
        {stations.length > 0 && chosen.kinds.includes('orders') && (
          <SelectField
            label={t('push.station')}
            value={chosen.station ?? ''}
            options={[
              { value: '', label: t('push.allStations') },
              ...stations.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(station) => setChosen({ ...chosen, station: station === '' ? null : station })}
          />
        )}
        <Row $gap="sm" $wrap>
          <Button type="submit" disabled={!hasKinds} busy={device.turnOn.isPending}>
            {t(choice ? 'push.save' : 'push.turnOn')}
          </Button>
          {choice && (
            <Button variant="quiet" busy={device.turnOff.isPending} onClick={() => device.turnOff.mutate()}>
              {t('push.turnOff')}
            </Button>
          )}
        </Row>
      </Stack>
    </form>
  );
}

/** Turns the notifications of this device on and off. */
function useDevice() {
  const { t } = useTranslation('me');
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: deviceKey });
  const turnOn = useMutation({
    mutationFn: async ({ key, choice }: { readonly key: string; readonly choice: PushChoice }) => {
      const subscription = await subscribe(key);
      const { endpoint, keys: { p256dh, auth } = {} } = subscription?.toJSON() ?? {};
      if (endpoint === undefined || p256dh === undefined || auth === undefined) return false;
      await request(turnOnPush, { body: { endpoint, keys: { p256dh, auth }, ...choice } });
      return true;
    },
    onSuccess: (isOn) => showToast(t(isOn ? 'push.isOn' : 'push.notAllowed')),
    onError: sayFailure,
    onSettled: refresh,
  });
  const turnOff = useMutation({
    mutationFn: async () => {
      const subscription = await findSubscription();
      if (!subscription) return;
      await request(turnOffPush, { body: { endpoint: subscription.endpoint } });
      await subscription.unsubscribe();
    },
    onSuccess: () => showToast(t('push.isOff')),
    onError: sayFailure,
    onSettled: refresh,
  });
  return { turnOn, turnOff };
}
