/** The texts of the printed QR sheet. Only the invitation to scan is in both languages on each card. */
export const qrSheetTexts = {
  scan: { 'en-US': 'Scan to order together', 'zh-TW': '掃描一起點餐' },
  table: 'Table {{name}}',
  code: 'Code {{code}}',
  title: '{{restaurant}}: QR codes of the tables',
} as const;
