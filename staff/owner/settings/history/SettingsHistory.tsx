import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { size } from '#ui/theme/tokens.ts';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import { Loaded, MoreButton } from '../../Loaded.tsx';
import { HistoryEntry } from './HistoryEntry.tsx';
import { useSettingsHistory } from './use-history.ts';

/** The audit log of settings, tables, coupons and people. Each change can be reverted. */
export function SettingsHistory() {
  const { t } = useTranslation('house');
  const history = useSettingsHistory();
  return (
    <Readable>
      <Text as="h2" $type="heading">
        {t('history.title')}
      </Text>
      <Small $below="md">{t('history.text')}</Small>
      <Loaded query={history}>
        {({ pages }) => {
          const changes = pages.flatMap((page) => page.changes);
          return (
            <Stack $gap="md">
              {changes.length === 0 && <p>{t('history.none')}</p>}
              <Stack as="ul" $gap="sm">
                {changes.map((change) => (
                  <HistoryEntry key={change.id} change={change} />
                ))}
              </Stack>
              <MoreButton query={history}>{t('history.more')}</MoreButton>
            </Stack>
          );
        }}
      </Loaded>
    </Readable>
  );
}

/** Limits the line length. */
const Readable = styled.section`
  max-width: ${size.content};
`;
