import { FilePlus2, X } from 'lucide-react';
import { useId, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Button, pillStyle } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Row, Small, Text } from '#ui/primitives.tsx';
import type { LogFiles } from './use-log-files.ts';

interface Props {
  readonly files: LogFiles;
  /** The letter of a log on the time axis; undefined for a log of another table. */
  letterOf(name: string): string | undefined;
}

/** The button that opens log files, and the list of open files. */
export function OpenLogs({ files, letterOf }: Props) {
  const { t } = useTranslation('support');
  const { logs, reading } = files;
  const id = useId();
  const isEmpty = logs.length === 0;

  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    files.open([...(target.files ?? [])]);
    target.value = '';
  };

  return (
    <Place $empty={isEmpty} data-dragged={files.isDragged || undefined}>
      {isEmpty && (
        <div>
          <Text as="h2" $type="heading">
            {t('open.drop')}
          </Text>
          <Small>{t('open.dropText')}</Small>
        </div>
      )}
      {!isEmpty && (
        <Row as="ul" $gap="sm" $wrap aria-label={t('open.files')}>
          {logs.map((log) => (
            <Log key={log.name}>
              {letterOf(log.name) !== undefined && (
                <Text as="strong" $type="heading" $colour="accentText" aria-hidden>
                  {letterOf(log.name)}
                </Text>
              )}
              <span>
                <Text as="span" $type="label" $breaks $block>
                  {log.name}
                </Text>
                <Small as="span">{t('open.records', { count: log.records.length })}</Small>
              </span>
              <IconButton label={t('open.close', { name: log.name })} onClick={() => files.close(log)}>
                <X aria-hidden />
              </IconButton>
            </Log>
          ))}
        </Row>
      )}
      <div>
        <File id={id} type="file" multiple accept=".jsonl,.json,.txt,.log" onChange={handleChange} />
        <Choose htmlFor={id} $variant={isEmpty ? 'primary' : 'secondary'}>
          <FilePlus2 aria-hidden />
          {t(isEmpty ? 'open.choose' : 'open.more')}
        </Choose>
      </div>
      {reading && (
        <Reading>
          <output>
            {t('open.reading', { name: reading.name, percent: Math.round(reading.part * 100) })}
          </output>
          <progress value={reading.part} aria-label={reading.name} />
          <Button variant="quiet" onClick={files.stop}>
            {t('open.stop')}
          </Button>
        </Reading>
      )}
    </Place>
  );
}

const Place = styled.section<{ $empty: boolean }>`
  display: flex;
  flex-wrap: wrap;
  flex-direction: ${({ $empty }) => ($empty ? 'column' : 'row')};
  align-items: center;
  gap: ${space.sm} ${space.lg};
  padding: ${({ $empty }) => ($empty ? space.giant : space.none)}
    ${({ $empty }) => ($empty ? space.xl : space.none)};
  text-align: ${({ $empty }) => ($empty ? 'center' : 'start')};
  border: ${({ $empty }) => ($empty ? border.thick : space.none)} dashed ${colour('outline')};
  border-radius: ${radius.lg};

  &[data-dragged] {
    background: ${colour('accentSoft')};
    border-color: ${colour('accentText')};
  }
`;

const Log = styled.li`
  display: flex;
  align-items: center;
  gap: ${space.sm};
  padding-inline-start: ${space.md};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.md};

  > span {
    min-width: 0;
    padding-block: ${space.xs};
  }
`;

/** Invisible but not hidden, so that the keyboard can focus it at the place of the label. */
const File = styled.input`
  position: absolute;
  opacity: 0;
  width: ${border.thin};
  height: ${border.thin};
`;

const Choose = styled.label<{ $variant: 'primary' | 'secondary' }>`
  ${pillStyle}
  min-height: ${size.touch};
  cursor: pointer;

  ${File}:focus-visible + & {
    outline: ${border.bold} solid ${colour('accentText')};
    outline-offset: ${space.hair};
  }
`;

const Reading = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.sm};
  ${type.small};

  > progress {
    accent-color: ${colour('accent')};
  }
`;
