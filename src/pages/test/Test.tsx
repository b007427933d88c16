import { useQuery } from '@tanstack/react-query';
import { lazy, useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { describeLogFileError, readLogFile } from '#events/log-file.ts';
import type { LogRecord } from '#events/records.ts';
import { useDiner } from '#src/app/diner.ts';
import { HeaderOnlyLayout } from '#src/app/HeaderOnlyLayout.tsx';
import { useLinks } from '#src/app/language.ts';
import { phoneLogs } from '#src/cart/phone-logs.ts';
import { idbStorage } from '#src/cart/storage/idb-storage.ts';
import { colour } from '#src/theme/colour.ts';
import { hoverable, radius, size, space, type } from '#src/theme/tokens.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { LogViewer } from './LogViewer.tsx';
import { TestTabs } from './TestTabs.tsx';

interface Chosen {
  readonly name: string;
  readonly records: readonly LogRecord[];
}

const Simulator = lazy(() => import('./simulator/Simulator.tsx'));

/** D10: the log viewer, and the table simulator under an address of its own. */
export default function Test() {
  const [params] = useSearchParams();
  return params.get('tab') === 'simulator' ? <Simulator /> : <Logs />;
}

/** The logs of this phone and those of files, step by step. */
function Logs() {
  const { t } = useTranslation('support');
  const links = useLinks();
  const { table, member } = useDiner();
  const [chosen, setChosen] = useState<Chosen>();
  const [failure, setFailure] = useState<string>();
  const current = table && member ? { ...table, userId: member.id } : undefined;
  const logs = useQuery({
    queryKey: ['phone-logs', current?.sessionId, current?.userId],
    queryFn: async () => {
      const storage = idbStorage();
      const key = current && {
        merchantId: current.merchantId,
        tableId: current.tableId,
        sessionId: current.sessionId,
        userId: current.userId,
      };
      const found = await phoneLogs(storage, key ? [key] : []);
      await storage.close();
      return found;
    },
    networkMode: 'always',
    gcTime: 0,
  });

  const handleFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    const result = readLogFile(await file.text());
    target.value = '';
    setFailure(result.ok ? undefined : `${file.name}: ${describeLogFileError(result.error)}`);
    if (result.ok) setChosen({ name: file.name, records: result.file.records });
  };

  return (
    <HeaderOnlyLayout title={t('title')} fallback={links.home()}>
      <TestTabs current="viewer" />
      <p>{t('text')}</p>
      <File>
        {t('file')}
        <input type="file" accept=".jsonl,.json,.txt" onChange={(event) => void handleFile(event)} />
      </File>
      {failure !== undefined && <Banner tone="danger">{failure}</Banner>}
      {logs.isError && <Banner tone="danger">{t('unreadable')}</Banner>}
      {logs.data?.length === 0 && <Note>{t('none')}</Note>}
      {logs.data && logs.data.length > 0 && (
        <section aria-labelledby="logs">
          <Heading id="logs">{t('here')}</Heading>
          <List>
            {logs.data.map(({ log, replicaId, records }) => (
              <li key={`${log.sessionId} ${replicaId}`}>
                <Open
                  type="button"
                  aria-pressed={chosen?.name === replicaId}
                  onClick={() => setChosen({ name: replicaId, records })}
                >
                  {t('logOf', { merchant: log.merchantId, table: log.tableId || '–', replica: replicaId })}
                  <Note>{t('records', { count: records.length })}</Note>
                </Open>
              </li>
            ))}
          </List>
        </section>
      )}
      {chosen && <LogViewer key={chosen.name} name={chosen.name} records={chosen.records} />}
    </HeaderOnlyLayout>
  );
}

const File = styled.label`
  display: flex;
  flex-direction: column;
  gap: ${space.xs};
  ${type.label};

  > input {
    min-height: ${size.touch};
    ${type.body};
  }
`;

const Heading = styled.h2`
  ${type.heading};
`;

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space.sm};
  margin-top: ${space.sm};
`;

const Open = styled.button`
  width: 100%;
  min-height: ${size.touch};
  padding: ${space.md} ${space.lg};
  ${type.body};
  text-align: start;
  background: ${colour('surface')};
  border-radius: ${radius.md};

  &[aria-pressed='true'] {
    background: ${colour('accentSoft')};
  }
  ${hoverable} {
    &:hover {
      background: ${colour('sunken')};
    }
  }
`;

const Note = styled.p`
  ${type.small};
  color: ${colour('textMuted')};
`;
