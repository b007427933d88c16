import { addPageTexts } from '#ui/i18n/page-texts.ts';
import { Download, Send, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { reportLimits } from '#contract/calls/report.ts';
import { formatReportCode } from '#contract/calls/report-code.ts';
import { colour, longWords, space, type } from '#ui/theme/tokens.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { TextArea } from '#ui/controls/TextField.tsx';
import { Tick } from '#ui/controls/TickPills.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import type { Gathered } from './gather-report.ts';
import { useReport, type ReportForm, type ReportResult } from './use-report.ts';

addPageTexts('report', import.meta.glob('/locales/*/report.ts', { eager: true }));

interface Props {
  readonly open: boolean;
  readonly error?: string | undefined;
  onClose(): void;
}

/**
 * The sheet in which a diner reports a problem, in their own words and with the cart's log. One tap sends it to the
 * restaurant if its server accepts reports. The diner can also pass it on as a file.
 */
export default function ReportSheet({ open, error, onClose }: Props) {
  const { t } = useTranslation('report');
  const form = useReport({ open, error, onClose });
  const { text, gathered, code, result } = form;

  if (code !== undefined)
    return (
      <Sheet
        open={open}
        onClose={onClose}
        title={t('sent')}
        footer={
          <Button wide onClick={onClose}>
            {t('done')}
          </Button>
        }
      >
        <Sent code={code} />
      </Sheet>
    );
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('title')}
      description={t(form.isOffered ? 'descriptionSent' : 'description')}
      footer={form.isOffered ? <SendActions form={form} /> : <FileActions form={form} />}
    >
      <Stack $gap="lg">
        <TextArea
          label={t('what')}
          placeholder={t('placeholder')}
          value={text}
          onChange={form.setText}
          maxLength={reportLimits.text}
          counter={t('counter', { used: text.length, limit: reportLimits.text })}
        />
        <Tick checked={form.hasNames} onChange={form.setNames} hint={t('namesText')}>
          {t('names')}
        </Tick>
        {gathered ? (
          <Contents gathered={gathered} error={error} />
        ) : (
          <Small as="output" $block>
            {t('reading')}
          </Small>
        )}
        {result && <ResultBanner result={result} />}
      </Stack>
    </Sheet>
  );
}

/** The buttons if the restaurant accepts reports: one sends it, and less prominent ones share or save the file. */
function SendActions({ form }: { form: ReportForm }) {
  const { t } = useTranslation('report');
  return (
    <Stack $gap="sm">
      <Button wide busy={form.isSending} onClick={() => void form.send()}>
        <Send aria-hidden />
        {t('send')}
      </Button>
      <Row $gap="sm" $justify="center" $wrap>
        {form.canShare && (
          <Button variant="quiet" onClick={() => void form.share()}>
            <Share2 aria-hidden />
            {t('share')}
          </Button>
        )}
        <Button variant="quiet" onClick={form.save}>
          <Download aria-hidden />
          {t('save')}
        </Button>
      </Row>
    </Stack>
  );
}

/** The buttons if the report can only leave the phone as a file. */
function FileActions({ form }: { form: ReportForm }) {
  const { t } = useTranslation('report');
  return (
    <Stack $gap="sm">
      {form.canShare && (
        <Button wide onClick={() => void form.share()}>
          <Share2 aria-hidden />
          {t('share')}
        </Button>
      )}
      <Button
        wide
        variant={form.canShare ? 'secondary' : 'primary'}
        busy={form.gathered === undefined}
        onClick={form.save}
      >
        <Download aria-hidden />
        {t('save')}
      </Button>
    </Stack>
  );
}

/** Says whether the report left the phone. A report that was sent shows its code instead. */
function ResultBanner({ result }: { result: ReportResult }) {
  const { t } = useTranslation('report');
  switch (result.kind) {
    case 'saved':
      return <Banner tone="info">{t('saved')}</Banner>;
    case 'notShared':
      return <Banner tone="danger">{t('failed')}</Banner>;
    case 'tooLong':
      return <Banner tone="danger">{t('tooLong')}</Banner>;
    case 'notSent':
      return <Banner tone="danger">{t('notSent', { why: result.why })}</Banner>;
    default:
      return result satisfies never;
  }
}

/** The code that the diner tells the staff. Screen readers say each digit separately. */
function Sent({ code }: { code: string }) {
  const { t } = useTranslation('report');
  return (
    <Stack as="output" $gap="md" $pad="xl" $card $centred>
      <Text $type="label" $colour="textMuted">
        {t('code')}
      </Text>
      <Text as="strong" $type="display" $figures aria-label={code.replaceAll(/\B/g, ' ')}>
        {formatReportCode(code)}
      </Text>
      <p>{t('codeText')}</p>
    </Stack>
  );
}

/** Lists the contents of the report. The diner should know which data they pass on. */
function Contents({
  gathered: { logs, failed, facts },
  error,
}: {
  gathered: Gathered;
  error: string | undefined;
}) {
  const { t } = useTranslation('report');
  const count = logs.reduce((sum, { records }) => sum + records.length, 0);
  const isPartial = logs.some((log) => log.isPartial);
  const recorded = logs.reduce((sum, { run = [] }) => sum + run.length, 0);
  return (
    <div>
      <Text $type="label">{t('inside')}</Text>
      <List>
        {(count > 0 || !isPartial) && (
          <li>{count > 0 ? t('log', { count }) : t(failed ? 'logFailed' : 'noLog')}</li>
        )}
        {isPartial && <li>{t('logPartial')}</li>}
        {recorded > 0 && <li>{t('run', { count: recorded })}</li>}
        {error !== undefined && <li>{t('broke', { error: error.split('\n', 1)[0] ?? '' })}</li>}
        <li>{t('app', { version: facts.app })}</li>
        <li>{t('device', { device: facts.device })}</li>
        <li>{t('connection', { count: facts.connection.length })}</li>
      </List>
    </div>
  );
}

const List = styled.ul`
  padding-inline-start: ${space.xl};
  list-style: disc;
  ${type.small};
  ${longWords};
  color: ${colour('textMuted')};
`;
