import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecordingWanted, wantRecording } from '#src/runtime/recording/record-choice.ts';
import { Tick } from '#src/kit/ui/controls/Tick.tsx';

/** Whether what this phone's engine is told is kept for support. */
export function RecordSwitch() {
  const { t } = useTranslation('support');
  const [isOn, setOn] = useState(isRecordingWanted);
  return (
    <Tick
      checked={isOn}
      onChange={(wanted) => {
        wantRecording(wanted);
        setOn(wanted);
      }}
      hint={t('record.text')}
    >
      {t('record.on')}
    </Tick>
  );
}
