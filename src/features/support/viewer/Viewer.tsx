import { Keyboard } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { toLetter, type Label } from '#projections/replay/placeholders.ts';
import { Button } from '#ui/controls/Button.tsx';
import { assignHues, DinerHuesContext } from '#ui/diners/diner-colour.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Row, Text } from '#ui/primitives.tsx';
import { space } from '#ui/theme/tokens.ts';
import { Mistakes } from './files/Mistakes.tsx';
import { OpenLogs } from './files/OpenLogs.tsx';
import { PhonesHere, RecordSwitch } from './files/PhonesHere.tsx';
import { useLogFiles } from './files/use-log-files.ts';
import { KeysSheet } from './KeysSheet.tsx';
import type { ReadLog } from './logs/read-log.ts';
import { groupLogsByTable, type TableOfLogs } from './logs/table-of-logs.ts';
import { ReplayedTable } from './ReplayedTable.tsx';
import { useKeys } from './use-keys.ts';
import { useReplay } from './use-replay.ts';

/**
 * The log viewer for support. It opens the logs of one table's phones, puts them on one time axis, and shows each phone's
 * screen at any moment with the reason for it.
 */
export function Viewer() {
  const { t } = useTranslation('support');
  const files = useLogFiles();
  const { logs } = files;
  const [chosen, setChosen] = useState<ReadLog>();
  const table = useTable(logs, chosen);
  const replay = useReplay(table);
  const { missing } = replay;
  const [isHelping, setHelping] = useState(false);
  const [hasKeys, setKeys] = useState(true);
  const search = useRef<HTMLInputElement>(null);
  const hues = useMemo(() => assignHues(table.userIds), [table.userIds]);
  useKeys(
    { ...replay.keys, '/': () => search.current?.focus(), '?': () => setHelping(true) },
    hasKeys && !isHelping && table.axis.length > 0,
  );

  return (
    <DinerHuesContext value={hues}>
      <Place>
        <Row $wrap $align="center" $justify="space-between" $gap="lg" $lineGap="xs">
          <Text $grow="card" $colour="textMuted">
            {t('lead')}
          </Text>
          {table.axis.length > 0 && (
            <Button variant="quiet" onClick={() => setHelping(true)}>
              <Keyboard aria-hidden />
              {t('time.keys')}
            </Button>
          )}
        </Row>
        <OpenLogs
          files={files}
          letterOf={(name) => table.phones.find((each) => each.name === name)?.letter}
        />
        {missing && (
          <Banner tone="info">
            {t(table.phones.some(({ key }) => key === missing.key) ? 'time.pastEnd' : 'time.waitsForFile', {
              number: missing.number,
              replica: missing.key,
            })}
          </Banner>
        )}
        <Mistakes logs={logs} table={table} onShow={setChosen} />
        {logs.length === 0 && (
          <>
            <PhonesHere onOpen={files.openText} />
            <RecordSwitch />
          </>
        )}
        {table.axis.length > 0 && <ReplayedTable table={table} replay={replay} search={search} />}
        <KeysSheet open={isHelping} onClose={() => setHelping(false)} isOn={hasKeys} setOn={setKeys} />
      </Place>
    </DinerHuesContext>
  );
}

/** The table of the chosen log, or else of the first log with a header. */
function useTable(logs: readonly ReadLog[], chosen: ReadLog | undefined): TableOfLogs {
  const { t } = useTranslation('support');
  const shown = (chosen && logs.includes(chosen) ? chosen : logs.find(({ header }) => header))?.header;
  return useMemo(() => {
    const wordOf = ({ kind, number }: Label) => t(`label.${kind}`, { letter: toLetter(number), number });
    return groupLogsByTable(logs, shown, wordOf);
  }, [logs, shown, t]);
}

const Place = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.lg};
`;
