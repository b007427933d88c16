import { addPageTexts } from '#ui/i18n/page-texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { connectionKinds, listConnections } from '#contract/calls/connections.ts';
import { request } from '#client/api/call/request.ts';
import { Stack, Text } from '#ui/primitives.tsx';
import { pollMs } from '../../calls/staff-queries.ts';
import { Loaded } from '../Loaded.tsx';
import { ConnectionSection } from './ConnectionSection.tsx';

addPageTexts('connections', import.meta.glob('/locales/*/connections.ts', { eager: true }));

/** The services of other companies that the restaurant uses, with the state of each. */
export function ConnectionsPage() {
  const { t } = useTranslation('connections');
  const query = useQuery({
    queryKey: ['staff', 'connections'],
    queryFn: () => request(listConnections, {}),
    refetchInterval: pollMs,
  });
  return (
    <Stack $gap="xxl">
      <p>{t('text')}</p>
      <Loaded query={query}>
        {(all) => (
          <>
            {all.lacksKey && (
              <Text role="alert" $colour="danger">
                {t('refused.lacksKey')}
              </Text>
            )}
            {connectionKinds.map((kind) => (
              <ConnectionSection key={kind} kind={kind} all={all} />
            ))}
          </>
        )}
      </Loaded>
    </Stack>
  );
}
