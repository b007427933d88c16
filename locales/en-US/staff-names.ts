/** Texts of the staff's pages that are needed in all languages at once: names that pages propose, and days on paper. */
export default {
  salesTax: 'Sales tax',
  vat: 'VAT',
  consumptionTax: 'Consumption tax',
  kitchen: 'Kitchen',
  days: '{{from}}–{{to}}',
} as const;
