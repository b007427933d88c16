export default {
  title: 'Dietary needs',
  needs: 'Show only dishes that are',
  avoid: 'Hide dishes with',
  food: { pork: 'pork', beef: 'beef', chicken: 'chicken', lamb: 'lamb' },
  caution:
    'The filter knows how a dish comes, not what is in the options you add; meat it knows only by what the menu says of a dish. Traces are always possible. If you have an allergy, please tell the staff.',
  undeclared: 'No dish is declared to contain {{list}}. Please ask the staff.',
  options: 'Your filter does not cover options. Please ask the staff what is in them.',
  show_one: 'Show {{count}} dish',
  show_other: 'Show {{count}} dishes',
  showNone: 'No matching dish',
} as const;
