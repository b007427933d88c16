import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { canShareFiles, saveFile, shareFiles } from '#ui/sharing/share-files.ts';
import { gatherReport, type Gathered } from './gather-report.ts';
import { reportFile, type Report } from './report-file.ts';
import { isReportOffered, sendReportWithLogs } from './send-report.ts';
import { logName } from './stored-logs.ts';

/** How the report left the phone, or why it did not. A report that was sent has a code instead. */
export type ReportResult =
  | { readonly kind: 'saved' | 'notShared' | 'tooLong' }
  | { readonly kind: 'notSent'; readonly why: string };

interface Options {
  readonly open: boolean;
  /** The error that the app has shown, if there was one. */
  readonly error: string | undefined;
  onClose(): void;
}

export type ReportForm = ReturnType<typeof useReport>;

/** The diner's report: their words, the logs that go with it, and the three ways to pass it on. */
export function useReport({ open, error, onClose }: Options) {
  const { t } = useTranslation('report');
  const failureText = useFailureText();
  const [text, setText] = useState('');
  const [hasNames, setNames] = useState(false);
  const [gathered, setGathered] = useState<Gathered>();
  const [isOffered, setOffered] = useState(false);
  const [isSending, setSending] = useState(false);
  const [code, setCode] = useState<string>();
  const [result, setResult] = useState<ReportResult>();

  useEffect(() => {
    if (!open) return;
    let hasLeft = false;
    void Promise.all([gatherReport(), isReportOffered()]).then(([found, offered]) => {
      if (hasLeft) return;
      setGathered(found);
      setOffered(offered);
      setCode(undefined);
      setResult(undefined);
    });
    return () => {
      hasLeft = true;
    };
  }, [open]);

  const createReport = (): Report => ({
    text,
    redacted: !hasNames,
    ...(error !== undefined && { error }),
    ...gathered!.facts,
  });
  const createFiles = (ending: string, mime: string): File[] =>
    (gathered?.logs ?? []).map(
      (log) => new File([reportFile(log, createReport())], logName(log.header) + ending, { type: mime }),
    );
  // Only names and types decide whether files can be shared. So these are empty: the content takes a while to create.
  const emptyFiles = (gathered?.logs ?? []).map(
    ({ header }) => new File([], `${logName(header)}.txt`, { type: 'text/plain' }),
  );

  return {
    text,
    setText,
    /** The logs contain names and notes in clear. */
    hasNames,
    setNames,
    /** undefined until the logs are read. */
    gathered,
    /** The restaurant's server accepts reports. */
    isOffered,
    isSending,
    /** The code under which the restaurant has the report. */
    code,
    result,
    canShare: gathered !== undefined && canShareFiles(emptyFiles),
    async send() {
      setSending(true);
      try {
        const sent = await sendReportWithLogs(gathered!.logs, createReport());
        setCode(sent);
        setResult(sent === undefined ? { kind: 'tooLong' } : undefined);
      } catch (failure) {
        setResult({ kind: 'notSent', why: failureText(failure) });
      }
      setSending(false);
    },
    save() {
      for (const file of createFiles('', 'application/x-ndjson')) saveFile(file);
      setResult({ kind: 'saved' });
    },
    async share() {
      // Browsers refuse to share files with an ending that they do not know.
      const outcome = await shareFiles(createFiles('.txt', 'text/plain'), t('title'));
      if (outcome === 'failed') setResult({ kind: 'notShared' });
      if (outcome === 'shared') onClose();
    },
  };
}
