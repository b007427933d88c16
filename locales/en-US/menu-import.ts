/** What the server says about a menu that is imported. */
export default {
  row: 'Row {{row}}',
  cell: 'Row {{row}}, {{column}}',
  line: 'Line {{line}}',
  file: 'The file',
  more: '{{names}} and {{count}} more',

  utf16: 'This file is saved as UTF-16. Save it as “CSV UTF-8” and choose it again.',
  big5: 'This file is saved as Big5. Save it as “CSV UTF-8” and choose it again.',
  notUtf8: 'This file is not saved as UTF-8. Save it as “CSV UTF-8” and choose it again.',
  workbook: 'This file is a workbook. Export it as CSV, and choose that file.',
  binary: 'This is not a text file. Choose a CSV, YAML or JSON file.',
  empty: 'This file is empty.',
  unknown:
    'This file is none of these: a menu file, a CSV file with a column Name, JSON-LD with a Menu, an export of Square.',
  notJson: 'This file is not valid JSON: {{why}}',
  notYaml: 'This file can’t be read: {{why}}',
  brokenCsv: 'has a quotation mark that never ends, or one in the middle of a cell.',
  noDishes: 'This file has no dishes.',
  noColumn: 'has no column “{{name}}”.',
  columnTwice: 'has the column “{{name}}” twice.',
  noSection: 'has no section, and no row above has one.',
  optionWithoutDish: 'is an option, but no row above is a dish.',
  optionWithoutGroup: 'is an option, but it has no group, and no row above has one.',
  noPrice: 'has no fixed price. Enter one, or remove the row.',
  menuElsewhere: 'is only a link to the menu. Save the page behind it as JSON-LD, and choose that file.',
  otherCurrency: 'is in {{currency}}, but this restaurant’s prices are in {{own}}.',
  tooLarge:
    'This file changes more than one draft can hold, which is about 900 new dishes. Split the file, and publish in between.',

  otherItems: 'Other',
  variation: 'Choice',
  extras: 'Extras',

  unusedColumns: 'Not used: {{names}}',
  unusedParts: 'Not used, because a menu doesn’t include it: {{names}}',
  noCurrency: 'Prices without a currency are read as {{own}}.',
  archived_one: 'One item is archived or not for sale, and is left out.',
  archived_other: '{{count}} items are archived or not for sale, and are left out.',
  modifierSets:
    'The file only has the names of these modifier sets. Add their options to new dishes: {{names}}',
  otherSection: 'Items without a category go to a section of their own.',
  severalCategories_one: 'One item is in several categories. The first one counts.',
  severalCategories_other: '{{count}} items are in several categories. The first one counts.',
} as const;
