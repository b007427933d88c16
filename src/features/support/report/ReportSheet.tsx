import i18next from 'i18next';
import { Download, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, longWords, space, type } from '#src/kit/theme/tokens.ts';
import { Banner } from '#src/kit/ui/feedback/Banner.tsx';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { canShareFiles, saveFile, shareFiles } from '#src/kit/ui/sharing/share-files.ts';
import { Sheet } from '#src/kit/ui/layers/Sheet.tsx';
import { TextArea } from '#src/kit/ui/controls/TextField.tsx';
import { Tick } from '#src/kit/ui/controls/TickPills.tsx';
import { Small, Stack, Text } from '#src/kit/ui/primitives.tsx';
import english from '#locales/en-US/report.ts';
import chinese from '#locales/zh-TW/report.ts';
import { gatherReport, type Gathered } from './gather-report.ts';
import { logName } from './kept-logs.ts';
import { reportFile } from './report-file.ts';

i18next.addResourceBundle('en-US', 'report', english);
i18next.addResourceBundle('zh-TW', 'report', chinese);

/** What a diner may write, characters. */
const longest = 2_000;

interface Props {
  readonly open: boolean;
  readonly error?: string | undefined;
  onClose(): void;
}

/** What happened, in the diner's words and in the cart's log, as a file that only the diner passes on. */
export default function ReportSheet({ open, error, onClose }: Props) {
  const { t } = useTranslation('report');
  const [text, setText] = useState('');
  const [hasNames, setNames] = useState(false);
  const [gathered, setGathered] = useState<Gathered>();
  const [result, setResult] = useState<'saved' | 'failed'>();

  useEffect(() => {
    if (!open) return;
    let left = false;
    void gatherReport().then((found) => {
      if (left) return;
      setGathered(found);
      setResult(undefined);
    });
    return () => {
      left = true;
    };
  }, [open]);

  const filesAs = (ending: string, mime: string): File[] =>
    (gathered?.logs ?? []).map((log) => {
      const report = { text, redacted: !hasNames, ...(error !== undefined && { error }), ...gathered!.facts };
      return new File([reportFile(log, report)], logName(log.header) + ending, { type: mime });
    });
  // Browsers share no file whose ending they don't know.
  const shared = () => filesAs('.txt', 'text/plain');
  const handleSave = () => {
    for (const file of filesAs('', 'application/x-ndjson')) saveFile(file);
    setResult('saved');
  };
  const handleShare = async () => {
    const outcome = await shareFiles(shared(), t('title'));
    if (outcome === 'failed') setResult('failed');
    if (outcome === 'shared') onClose();
  };
  // The names say it: what is in the files takes a while to make.
  const named = (gathered?.logs ?? []).map(
    ({ header }) => new File([], `${logName(header)}.txt`, { type: 'text/plain' }),
  );
  const isShared = gathered !== undefined && canShareFiles(named);

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('title')}
      description={t('description')}
      footer={
        <Stack $gap="sm">
          {isShared && (
            <Button wide onClick={() => void handleShare()}>
              <Share2 aria-hidden />
              {t('share')}
            </Button>
          )}
          <Button
            wide
            variant={isShared ? 'secondary' : 'primary'}
            busy={gathered === undefined}
            onClick={handleSave}
          >
            <Download aria-hidden />
            {t('save')}
          </Button>
        </Stack>
      }
    >
      <Stack $gap="lg">
        <TextArea
          label={t('what')}
          placeholder={t('placeholder')}
          value={text}
          onChange={setText}
          maxLength={longest}
          counter={t('counter', { used: text.length, limit: longest })}
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
        {result === 'saved' && <Banner tone="info">{t('saved')}</Banner>}
        {result === 'failed' && <Banner tone="danger">{t('failed')}</Banner>}
      </Stack>
    </Sheet>
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
  const recorded = logs.reduce((sum, { run = [] }) => sum + run.length, 0);
  return (
    <div>
      <Text $type="label">{t('inside')}</Text>
      <List>
        <li>{count > 0 ? t('log', { count }) : t(failed ? 'logFailed' : 'noLog')}</li>
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
