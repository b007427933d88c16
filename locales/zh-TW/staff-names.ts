import type { StaffNamesTexts } from '../texts.ts';

const staffNames: StaffNamesTexts = {
  salesTax: '營業稅',
  vat: '增值稅',
  consumptionTax: '消費稅',
  kitchen: '廚房',
  days: '{{from}}至{{to}}',
};

export default staffNames;
