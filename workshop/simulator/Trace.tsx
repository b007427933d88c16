import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, radius, size, space, type } from '#src/kit/theme/tokens.ts';

/** The simulation's own lines, as the tests print them. */
export const Trace = memo(function Trace({ notes }: { notes: readonly string[] }) {
  const { t } = useTranslation('simulator');
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Summary>{t('trace')}</Summary>
      {isOpen && (
        <Lines lang="en" tabIndex={0} aria-label={t('trace')}>
          {notes.toReversed().join('\n')}
        </Lines>
      )}
    </details>
  );
});

const Summary = styled.summary`
  min-height: ${size.touch};
  padding-block: ${space.md};
  ${type.label};
  color: ${colour('textMuted')};
  cursor: pointer;
`;

const Lines = styled.section`
  max-height: ${size.traceHeight};
  margin: ${space.none};
  padding: ${space.md};
  overflow: auto;
  white-space: pre;
  ${type.code};
  background: ${colour('sunken')};
  border-radius: ${radius.md};
`;
