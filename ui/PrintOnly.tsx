import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { ReactNode } from 'react';
import { createGlobalStyle, styled } from 'styled-components';
import { font, longWords } from '#ui/theme/tokens.ts';

interface Props {
  /** Of a roll of 80 mm; a column on whatever sheet the printer has; or all of its width. */
  readonly size: 'roll' | 'sheet' | 'page';
  /** The browser's own printing is over, or was left. */
  onPrinted(): void;
  readonly children: ReactNode;
}

/** Handed to the browser's own printing as soon as it is there; nothing else of the page comes on paper. */
export function PrintOnly({ size, onPrinted, children }: Props) {
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onPrinted);
    // Once, with what is there at the tap.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return createPortal(
    <Paper data-paper $isRoll={size === 'roll'} $isColumn={size === 'sheet'}>
      <Rules $isRoll={size === 'roll'} />
      {children}
    </Paper>,
    document.body,
  );
}

/** Black on white, whatever the screen's colours are. */
const Rules = createGlobalStyle<{ $isRoll: boolean }>`
  @page {
    size: ${({ $isRoll }) => ($isRoll ? '80mm auto' : 'auto')};
    margin: ${({ $isRoll }) => ($isRoll ? '4mm' : '15mm')};
  }

  @media print {
    :root {
      --text: black;
      --textMuted: black;
      --line: black;
      --page: white;
      color-scheme: light;
    }

    body > :not([data-paper]) {
      display: none !important;
    }
  }
`;

const Paper = styled.article<{ $isRoll: boolean; $isColumn: boolean }>`
  display: none;

  @media print {
    display: block;
    max-width: ${({ $isColumn }) => ($isColumn ? '110mm' : 'none')};
    margin-inline: auto;
    font: ${({ $isRoll }) => ($isRoll ? '12pt/1.3' : '10pt/1.4')} ${font.text};
    ${longWords};
    color: black;
    background: white;
  }
`;
