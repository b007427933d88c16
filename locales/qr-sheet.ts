/** The texts of the printed QR sheet that are not translated. `sheet.scan` of `server.ts` is in two languages on each card. */
export const qrSheetTexts = {
  table: 'Table {{name}}',
  code: 'Code {{code}}',
  title: '{{restaurant}}: QR codes of the tables',
} as const;
