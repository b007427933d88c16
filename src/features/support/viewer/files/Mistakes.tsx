import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { space } from '#ui/theme/tokens.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Text } from '#ui/primitives.tsx';
import type { ReadLog, Mistake } from '../logs/read-log.ts';
import type { TableOfLogs } from '../logs/table-of-logs.ts';
import { logFormatVersion } from '#events/records/log-file.ts';

interface Props {
  readonly logs: readonly ReadLog[];
  readonly table: TableOfLogs;
  onShow(log: ReadLog): void;
}

/** The most lines that are named. For the others only their number is shown. */
const named = 5;

/** The errors in the open files, with their lines. The records that could be read are shown below. */
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

/** The most unknown fields of a record that are named. */
const namedFields = 4;

/** Returns a function that describes the errors of a file, one sentence for each line, in the order of the lines. */
function useMistakeWords(): (log: ReadLog) => string[] {
  const { t } = useTranslation('support');

  const describeMistake = (mistake: Exclude<Mistake, { kind: 'empty' }>): string => {
    switch (mistake.kind) {
      case 'newerFormat':
        return t('mistake.newerFormat', { version: mistake.version, known: logFormatVersion });
      case 'stopped':
        return t('mistake.stopped');
      case 'notText':
        return t(mistake.isLast ? 'mistake.notTextCut' : 'mistake.notText');
      case 'broken':
        return t(`mistake.${mistake.why}`, { reason: mistake.reason });
      default:
        return mistake satisfies never;
    }
  };

  return ({ mistakes, skipped }) => {
    if (mistakes.some(({ kind }) => kind === 'empty')) return [t('mistake.empty')];
    const lines = [
      ...mistakes.flatMap((mistake) =>
        mistake.kind === 'empty' ? [] : [{ line: mistake.line, words: describeMistake(mistake) }],
      ),
      ...skipped.map(({ line, kinds }) => ({
        line,
        words: kinds.includes('format')
          ? t('mistake.secondHeader')
          : t('mistake.unknownKind', { kinds: kinds.slice(0, namedFields).join(', ') || '–' }),
      })),
    ].sort((a, b) => a.line - b.line);
    return lines.map(({ line, words }) => t('mistake.line', { line, what: words }));
  };
}

const Show = styled(Button)`
  margin-inline-start: calc(-1 * ${space.md});
`;
