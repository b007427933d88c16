import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { connectionKinds, listConnections } from '#contract/calls/connections.ts';
import { request } from '#client/api/call/request.ts';
import english from '#locales/en-US/connections.ts';
import chinese from '#locales/zh-TW/connections.ts';
import { Stack, Text } from '#ui/primitives.tsx';
import { pollMs } from '../../calls/staff-queries.ts';
import { Loaded } from '../Loaded.tsx';
import { ConnectionSection } from './ConnectionSection.tsx';

i18next.addResourceBundle('en-US', 'connections', english);
i18next.addResourceBundle('zh-TW', 'connections', chinese);

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
