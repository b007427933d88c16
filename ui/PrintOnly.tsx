import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { ReactNode } from 'react';
import { createGlobalStyle, styled } from 'styled-components';
import { font, longWords } from '#ui/theme/tokens.ts';

interface Props {
  /** `roll`: paper of 80 mm. `sheet`: a column on the printer's sheet. `page`: the sheet's whole width. */
  readonly size: 'roll' | 'sheet' | 'page';
  /** The browser's print dialog has been closed, with or without printing. */
  onPrinted(): void;
  readonly children: ReactNode;
}

/** Opens the browser's print dialog as soon as it is mounted. Only its children are printed, not the rest of the page. */
export function PrintOnly({ size, onPrinted, children }: Props) {
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onPrinted);
    // Print once, with the content at the time of the tap.
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

/** Prints black on white, also in the dark theme. */
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
