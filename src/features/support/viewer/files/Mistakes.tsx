import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { space } from '#src/kit/theme/tokens.ts';
import { Banner } from '#src/kit/ui/feedback/Banner.tsx';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Text } from '#src/kit/ui/text/Text.tsx';
import type { ReadLog } from '../logs/read-log.ts';
import type { TableOfLogs } from '../logs/table-of-logs.ts';
import { useMistakeWords } from './use-mistake-words.ts';

interface Props {
  readonly logs: readonly ReadLog[];
  readonly table: TableOfLogs;
  /** Looks at the table of this log instead. */
  onShow(log: ReadLog): void;
}

/** So many lines are named; of the others how many they are. */
const named = 5;

/** What is wrong with the open files, and where; what they show all the same stands below. */
export function Mistakes({ logs, table, onShow }: Props) {
  const { t } = useTranslation('support');
  const linesOf = useMistakeWords();
  return (
    <>
      {logs.map((log) => {
        const lines = linesOf(log);
        if (lines.length === 0) return null;
        const isNothing = log.records.length === 0;
        const isMistaken = log.mistakes.length > 0;
        return (
          <Banner key={log.name} tone={isNothing && isMistaken ? 'danger' : 'warning'}>
            <Text $type="strong">
              {t(isNothing && isMistaken && !log.header ? 'mistake.noLog' : 'mistake.title', {
                name: log.name,
              })}
            </Text>
            <ul>
              {lines.slice(0, named).map((line) => (
                <Text as="li" $type="small" key={line}>
                  {line}
                </Text>
              ))}
            </ul>
            {lines.length > named && (
              <Text $type="small" as="p">
                {t('mistake.more', { count: lines.length - named })}
              </Text>
            )}
            {!isNothing && (
              <Text $type="small" as="p">
                {t('mistake.shown', { count: log.records.length })}
              </Text>
            )}
          </Banner>
        );
      })}
      {table.elsewhere.map(({ log, field, theirs, mine }) => (
        <Banner key={log.name} tone="warning">
          <p>{t(`mistake.${field}`, { name: log.name, theirs: theirs || '–', mine: mine || '–' })}</p>
          <Show variant="quiet" onClick={() => onShow(log)}>
            {t('mistake.show')}
          </Show>
        </Banner>
      ))}
      {table.phones
        .filter(({ key }) => key.includes('~'))
        .map(({ name }) => (
          <Banner key={name} tone="info">
            {t('mistake.sameReplica', { name })}
          </Banner>
        ))}
    </>
  );
}

const Show = styled(Button)`
  margin-inline-start: calc(-1 * ${space.md});
`;
