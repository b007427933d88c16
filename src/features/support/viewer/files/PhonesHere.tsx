import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { writeLogFile } from '#events/records/log-file.ts';
import { useDiner } from '#src/diner/diner.ts';
import { readStoredLogs, logName } from '../../report/stored-logs.ts';
import { colour, hoverable, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Small, Text, Tiles } from '#ui/primitives.tsx';
import { useState } from 'react';
import { isRecordingWanted, setRecordingWanted } from '#client/recording/recording-setting.ts';
import { Tick } from '#ui/controls/TickPills.tsx';

/** The logs of this phone, which can be opened like files. */
export function PhonesHere({ onOpen }: { onOpen(name: string, text: string): void }) {
  const { t } = useTranslation('support');
  const { table, member } = useDiner();
  const logs = useQuery({
    queryKey: ['phone-logs', table?.sessionId, member?.id],
    queryFn: async () => (await readStoredLogs()).filter(({ records }) => records.length > 0),
    networkMode: 'always',
    gcTime: 0,
  });

  if (logs.isError) return <Banner tone="danger">{t('open.unreadable')}</Banner>;
  if (logs.data?.length === 0) return <Small>{t('open.none')}</Small>;
  if (!logs.data) return null;
  return (
    <section aria-labelledby="logs">
      <Text as="h2" $type="heading" id="logs">
        {t('open.here')}
      </Text>
      <Tiles $least="card" $gap="sm" $marginTop="sm">
        {logs.data.map(({ header, records }) => (
          <li key={`${header.sessionId} ${header.replicaId}`}>
            <Open type="button" onClick={() => onOpen(logName(header), writeLogFile(header, records))}>
              {t('open.logOf', {
                merchant: header.merchantId,
                table: header.tableId || '–',
                replica: header.replicaId,
              })}
              <Small>{t('open.records', { count: records.length })}</Small>
            </Open>
          </li>
        ))}
      </Tiles>
    </section>
  );
}

const Open = styled.button`
  width: 100%;
  min-height: ${size.touch};
  padding: ${space.md} ${space.lg};
  ${type.body};
  text-align: start;
  background: ${colour('surface')};
  border-radius: ${radius.md};

  ${hoverable} {
    &:hover {
      background: ${colour('sunken')};
    }
  }
`;

/** Switches the recording of the engine's input on this phone on or off. Support can replay a recording. */
export function RecordSwitch() {
  const { t } = useTranslation('support');
  const [isOn, setOn] = useState(isRecordingWanted);
  return (
    <Tick
      checked={isOn}
      onChange={(wanted) => {
        setRecordingWanted(wanted);
        setOn(wanted);
      }}
      hint={t('record.text')}
    >
      {t('record.on')}
    </Tick>
  );
}
