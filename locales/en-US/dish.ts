export default {
  goesWith: 'Goes well with this',
  required: 'Required',
  optional: 'Optional',
  choose: 'Choose {{count}}',
  chooseUpTo: 'Choose up to {{count}}',
  chooseBetween: 'Choose {{min}} to {{max}}',
  missing_one: 'Pick one: {{group}}',
  missing_other: 'Pick {{count}} more: {{group}}',
  notes: 'Notes for the kitchen',
  notesPlaceholder: 'For example: no cilantro, sauce on the side',
  notesCounter: '{{used}} of {{most}} characters',
  addFor: 'Add · {{price}}',
  gone: 'This dish has left the cart meanwhile.',
  changeFor: 'Change · {{price}}',
  /** Said to screen readers when a sheet closes over it. */
  added: '{{dish}} added to the cart',
  again: {
    title: 'Same as last time',
    action: 'Add again',
    another: 'Another way',
  },
} as const;
