import { Download, History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LogText } from '#workshop/simulation/live/log-files.ts';
import { useLinks } from '#src/kit/routes/language.ts';
import { saveFile } from '#src/kit/ui/sharing/share-files.ts';
import { handLogs } from '#src/features/support/viewer/files/handed-logs.ts';
import { CardButton } from './CardButton.tsx';

interface Props {
  readonly index: number;
  readonly name: string;
  logsOf(phone: number): Promise<LogText[]>;
}

/** A phone's log, as a file or in the viewer. */
export function PhoneLogs({ index, name, logsOf }: Props) {
  const { t } = useTranslation('simulator');
  const links = useLinks();

  const handleSave = async () => {
    for (const { name, text } of await logsOf(index))
      saveFile(new File([text], name, { type: 'application/jsonl' }));
  };
  const handleView = async () => {
    if (handLogs(await logsOf(index))) location.assign(links.test());
    // The viewer opens files as well.
    else await handleSave();
  };

  return (
    <>
      <CardButton icon={Download} text={t('phone.log')} of={name} onClick={() => void handleSave()} />
      <CardButton icon={History} text={t('phone.view')} of={name} onClick={() => void handleView()} />
    </>
  );
}
