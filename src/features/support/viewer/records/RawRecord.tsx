import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { LogRecord } from '#events/records.ts';
import { colour, radius, size, space, type } from '#src/kit/theme/tokens.ts';

/** A snapshot of a long evening is longer than anybody reads, characters. */
const longest = 20_000;

/** The record as the file has it, for those who want to know. */
export function RawRecord({ record }: { record: LogRecord }) {
  const { t } = useTranslation('support');
  const [isOpen, setOpen] = useState(false);
  const text = isOpen ? JSON.stringify(record, null, 2) : '';
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Summary>{t('event.raw')}</Summary>
      {isOpen && (
        <>
          {text.length > longest && <p>{t('event.truncated')}</p>}
          <Text aria-label={t('event.raw')} tabIndex={0}>
            <pre>{text.slice(0, longest)}</pre>
          </Text>
        </>
      )}
    </details>
  );
}

const Summary = styled.summary`
  min-height: ${size.touch};
  padding-block: ${space.md};
  ${type.label};
  cursor: pointer;
`;

const Text = styled.section`
  max-height: ${size.recordList};
  padding: ${space.md};
  overflow: auto;

  > pre {
    margin: ${space.none};
    ${type.code};
  }
  background: ${colour('sunken')};
  border-radius: ${radius.sm};
`;
