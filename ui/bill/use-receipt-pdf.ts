import { useMutation } from '@tanstack/react-query';
import type { Receipt } from '#contract/calls/receipt.ts';
import { saveFile } from '#ui/sharing/share-files.ts';

interface Ways {
  /** Fetches the receipt with its PDF. */
  readonly fetchPdf: () => Promise<Receipt>;
  /** Opens the browser's print dialog, which can save a PDF with the fonts of this device. */
  readonly onPrint: () => void;
  readonly onError: (error: Error) => void;
}

/** Saves a bill or receipt as a PDF, or prints it if the server lacks a font for it. */
export function useReceiptPdf({ fetchPdf, onPrint, onError }: Ways) {
  return useMutation({
    mutationFn: fetchPdf,
    onSuccess: ({ pdf }) => {
      if (!pdf) return onPrint();
      const bytes = Uint8Array.from(atob(pdf.base64), (sign) => sign.charCodeAt(0));
      saveFile(new File([bytes], pdf.fileName, { type: 'application/pdf' }));
    },
    onError,
  });
}
