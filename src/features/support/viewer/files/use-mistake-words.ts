import { useTranslation } from 'react-i18next';
import { logFormatVersion } from '#events/records.ts';
import type { Mistake, ReadLog } from '../logs/read-log.ts';

/** So many unknown fields of a record are named. */
const namedFields = 4;

/** Everything that is wrong with a file, a sentence for each line of it, in the order of the lines. */
export function useMistakeWords(): (log: ReadLog) => string[] {
  const { t } = useTranslation('support');

  const what = (mistake: Exclude<Mistake, { kind: 'empty' }>): string => {
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
        mistake.kind === 'empty' ? [] : [{ line: mistake.line, words: what(mistake) }],
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
