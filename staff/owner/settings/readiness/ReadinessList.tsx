import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  dismissReadiness,
  readinessItems,
  type Readiness,
  type ReadinessItem,
} from '#contract/calls/readiness.ts';
import { request } from '#client/api/call/request.ts';
import { Button, LinkButton } from '#ui/controls/Button.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { sayFailure } from '../../../calls/say-failure.ts';
import { readinessKey, useReadiness } from '../../../calls/use-readiness.ts';
import { useStaffLinks } from '../../../use-staff-links.ts';
import { Loaded } from '../../Loaded.tsx';

/** What a restaurant needs before it opens: each item with its state, or with what to do. */
export function ReadinessList() {
  const query = useReadiness();
  return <Loaded query={query}>{(data) => <Items readiness={data} />}</Loaded>;
}

function Items({ readiness: { items, isDismissed } }: { readiness: Readiness }) {
  const { t } = useTranslation('house');
  const queries = useQueryClient();
  const dismiss = useMutation({
    mutationFn: () => request(dismissReadiness, { body: { isDismissed: !isDismissed } }),
    onSuccess: (next) => queries.setQueryData(readinessKey, next),
    onError: sayFailure,
  });
  const known = readinessItems.flatMap((item) => {
    const found = items.find((each) => each.item === item);
    return found ? [{ item, state: found.state }] : [];
  });
  const isReady = known.every(({ state }) => state === 'ready');
  return (
    <Stack as="section" $gap="lg">
      <Stack $gap="xs">
        <Text as="h2" $type="heading">
          {t('ready.title')}
        </Text>
        <p>{t(isReady ? 'ready.all' : 'ready.text')}</p>
      </Stack>
      <Stack as="ul" $gap="sm">
        {known.map((each) => (
          <Item key={each.item} {...each} />
        ))}
      </Stack>
      {!isReady && (
        <Stack $gap="xs">
          <Row>
            <Button variant="secondary" busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
              {t(isDismissed ? 'ready.show' : 'ready.dismiss')}
            </Button>
          </Row>
          <Small>{t('ready.shownHint')}</Small>
        </Stack>
      )}
    </Stack>
  );
}

const icons = {
  ready: CircleCheck,
  missing: CircleDashed,
  untested: CircleDashed,
  failing: CircleAlert,
} as const;
const colours = { ready: 'success', missing: 'textMuted', untested: 'warning', failing: 'danger' } as const;

interface ItemProps {
  readonly item: ReadinessItem;
  readonly state: Readiness['items'][number]['state'];
}

function Item({ item, state }: ItemProps) {
  const { t } = useTranslation('house');
  const link = useItemLink(item);
  const Icon = icons[state];
  return (
    <Row as="li" $card $pad="lg" $gap="md" $align="center" $wrap $icons={colours[state]}>
      <Icon aria-hidden />
      <Stack $gap="xs" $grow="fewWords">
        <Text as="h3" $type="strong">
          {t(`ready.item.${item}`)}
        </Text>
        <Text as="span" $type="label" $colour={colours[state]}>
          {t(`ready.state.${state}`)}
        </Text>
        {state !== 'ready' && <Small>{t(`ready.todo.${item}`)}</Small>}
      </Stack>
      {state !== 'ready' && link !== undefined && (
        <LinkButton
          variant="secondary"
          to={link}
          aria-label={t('ready.openOf', { item: t(`ready.item.${item}`) })}
        >
          {t('ready.open')}
        </LinkButton>
      )}
    </Row>
  );
}

/** The page on which the item is set up. Only the operator of the server can set its address. */
function useItemLink(item: ReadinessItem): string | undefined {
  const links = useStaffLinks();
  switch (item) {
    case 'hours':
      return '?part=opening';
    case 'testOrder':
      return '?part=tables';
    case 'texts':
    case 'payments':
      return links.ownerPage('connections');
    case 'printer':
      return links.ownerPage('printers');
    case 'address':
      return undefined;
  }
}
