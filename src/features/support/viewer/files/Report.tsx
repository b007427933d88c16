import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { LogHeader } from '#events/records.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { reportIn } from '../../report/report-file.ts';
import { border, colour, longWords, radius, size, space, type } from '#src/kit/theme/tokens.ts';

/** What the diner reported along with a log, if they did. */
export function Report({ header, name }: { header: LogHeader | undefined; name: string }) {
  const { t } = useTranslation('support');
  const language = useLanguage();
  const report = header && reportIn(header);
  if (!report) return null;
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium' });

  return (
    <Card>
      <Title>{t('report.title')}</Title>
      <Small>{name}</Small>
      <Text>{report.text.trim() || t('report.none')}</Text>
      {report.error !== undefined && <Small as="code">{report.error}</Small>}
      <Small>{t('report.app', { version: report.app, device: report.device })}</Small>
      {report.redacted && <Small>{t('report.redacted')}</Small>}
      {report.connection.length > 0 && (
        <details>
          <Summary>{t('report.connection')}</Summary>
          <ul>
            {report.connection.map(({ t: at, kind, what }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two entries may be alike
              <Small as="li" key={index}>
                {time.format(at)} {kind} {what}
              </Small>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

const Card = styled.section`
  display: grid;
  gap: ${space.xs};
  padding: ${space.lg};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.lg};
`;

const Title = styled.h2`
  ${type.heading};
`;

const Text = styled.p`
  white-space: pre-line;
  ${longWords};
`;

const Small = styled.p`
  ${type.small};
  ${longWords};
  color: ${colour('textMuted')};
`;

const Summary = styled.summary`
  min-height: ${size.touch};
  padding-block: ${space.md};
  ${type.label};
  cursor: pointer;
`;
