import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { LogHeader } from '#events/records/log-file.ts';
import { reportIn } from '../../report/report-file.ts';
import { longWords, size, space, type } from '#ui/theme/tokens.ts';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import { useClock } from '../time/clock.ts';

/** The problem report in a log, if it has one. */
export function Report({ header, name }: { header: LogHeader | undefined; name: string }) {
  const { t } = useTranslation('support');
  const time = useClock();
  const report = header && reportIn(header);
  if (!report) return null;

  return (
    <Stack as="section" $gap="xs" $pad="lg" $card>
      <Text as="h2" $type="heading">
        {t('report.title')}
      </Text>
      <Small $breaks>{name}</Small>
      <Told>{report.text.trim() || t('report.none')}</Told>
      {report.error !== undefined && (
        <Small $breaks as="code">
          {report.error}
        </Small>
      )}
      <Small $breaks>{t('report.app', { version: report.app, device: report.device })}</Small>
      {report.redacted && <Small $breaks>{t('report.redacted')}</Small>}
      {report.connection.length > 0 && (
        <details>
          <Summary>{t('report.connection')}</Summary>
          <ul>
            {report.connection.map(({ t: at, kind, what }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two entries may be alike
              <Small $breaks as="li" key={index}>
                {time.format(at)} {kind} {what}
              </Small>
            ))}
          </ul>
        </details>
      )}
    </Stack>
  );
}

const Told = styled.p`
  white-space: pre-line;
  ${longWords};
`;

const Summary = styled.summary`
  min-height: ${size.touch};
  padding-block: ${space.md};
  ${type.label};
  cursor: pointer;
`;
