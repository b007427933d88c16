import i18next from 'i18next';
import { Download, Send, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { reportLimits } from '#contract/calls/report.ts';
import { formatReportCode } from '#contract/calls/report-code.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { colour, longWords, space, type } from '#ui/theme/tokens.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { canShareFiles, saveFile, shareFiles } from '#ui/sharing/share-files.ts';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { TextArea } from '#ui/controls/TextField.tsx';
import { Tick } from '#ui/controls/TickPills.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import english from '#locales/en-US/report.ts';
import chinese from '#locales/zh-TW/report.ts';
import { gatherReport, type Gathered } from './gather-report.ts';
import { logName } from './stored-logs.ts';
import { reportFile, type Report } from './report-file.ts';
import { mayBeSent, sendLogs } from './send-report.ts';

i18next.addResourceBundle('en-US', 'report', english);
i18next.addResourceBundle('zh-TW', 'report', chinese);

interface Props {
  readonly open: boolean;
  readonly error?: string | undefined;
  onClose(): void;
}

type Result =
  | { readonly kind: 'saved' | 'notShared' | 'tooLong' }
  | { readonly kind: 'notSent'; readonly why: string };

/**
 * What happened, in the diner's words and in the cart's log: to the restaurant with one tap where its server takes it
 * (CX21), and always as a file that only the diner passes on.
 */
export default function ReportSheet({ open, error, onClose }: Props) {
  const { t } = useTranslation('report');
  const failureText = useFailureText();
  const [text, setText] = useState('');
  const [hasNames, setNames] = useState(false);
  const [gathered, setGathered] = useState<Gathered>();
  const [isOffered, setOffered] = useState(false);
  const [isSending, setSending] = useState(false);
  const [code, setCode] = useState<string>();
  const [result, setResult] = useState<Result>();

  useEffect(() => {
    if (!open) return;
    let left = false;
    void Promise.all([gatherReport(), mayBeSent()]).then(([found, offered]) => {
      if (left) return;
      setGathered(found);
      setOffered(offered);
      setCode(undefined);
      setResult(undefined);
    });
    return () => {
      left = true;
    };
  }, [open]);

  const report = (): Report => ({
    text,
    redacted: !hasNames,
    ...(error !== undefined && { error }),
    ...gathered!.facts,
  });
  const filesAs = (ending: string, mime: string): File[] =>
    (gathered?.logs ?? []).map(
      (log) => new File([reportFile(log, report())], logName(log.header) + ending, { type: mime }),
    );
  const handleSend = async () => {
    setSending(true);
    try {
      const sent = await sendLogs(gathered!.logs, report());
      setCode(sent);
      setResult(sent === undefined ? { kind: 'tooLong' } : undefined);
    } catch (failure) {
      setResult({ kind: 'notSent', why: failureText(failure) });
    }
    setSending(false);
  };
  const handleSave = () => {
    for (const file of filesAs('', 'application/x-ndjson')) saveFile(file);
    setResult({ kind: 'saved' });
  };
  const handleShare = async () => {
    // Browsers share no file whose ending they don't know.
    const outcome = await shareFiles(filesAs('.txt', 'text/plain'), t('title'));
    if (outcome === 'failed') setResult({ kind: 'notShared' });
    if (outcome === 'shared') onClose();
  };
  // The names say it: what is in the files takes a while to make.
  const named = (gathered?.logs ?? []).map(
    ({ header }) => new File([], `${logName(header)}.txt`, { type: 'text/plain' }),
  );
  const isShared = gathered !== undefined && canShareFiles(named);
  const byHand = {
    share: { label: t('share'), icon: <Share2 aria-hidden />, onClick: () => void handleShare() },
    save: { label: t('save'), icon: <Download aria-hidden />, onClick: handleSave },
  };

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
      description={t(isOffered ? 'descriptionSent' : 'description')}
      footer={
        isOffered ? (
          <Stack $gap="sm">
            <Button wide busy={isSending} onClick={() => void handleSend()}>
              <Send aria-hidden />
              {t('send')}
            </Button>
            <Row $gap="sm" $justify="center" $wrap>
              {[...(isShared ? [byHand.share] : []), byHand.save].map(({ label, icon, onClick }) => (
                <Button key={label} variant="quiet" onClick={onClick}>
                  {icon}
                  {label}
                </Button>
              ))}
            </Row>
          </Stack>
        ) : (
          <Stack $gap="sm">
            {isShared && (
              <Button wide onClick={byHand.share.onClick}>
                {byHand.share.icon}
                {byHand.share.label}
              </Button>
            )}
            <Button
              wide
              variant={isShared ? 'secondary' : 'primary'}
              busy={gathered === undefined}
              onClick={byHand.save.onClick}
            >
              {byHand.save.icon}
              {byHand.save.label}
            </Button>
          </Stack>
        )
      }
    >
      <Stack $gap="lg">
        <TextArea
          label={t('what')}
          placeholder={t('placeholder')}
          value={text}
          onChange={setText}
          maxLength={reportLimits.text}
          counter={t('counter', { used: text.length, limit: reportLimits.text })}
        />
        <Tick checked={hasNames} onChange={setNames} hint={t('namesText')}>
          {t('names')}
        </Tick>
        {gathered ? (
          <Inside gathered={gathered} error={error} />
        ) : (
          <Small as="output" $block>
            {t('reading')}
          </Small>
        )}
        {result && <Told result={result} />}
      </Stack>
    </Sheet>
  );
}

/** What became of it, where that is not a code. */
function Told({ result }: { result: Result }) {
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

/** What the diner says aloud; a reader says it digit by digit. */
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

/** So that nobody gives away what they don't know of. */
function Inside({
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
