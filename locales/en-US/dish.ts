export default {
  required: 'Required',
  optional: 'Optional',
  choose: 'Choose {{count}}',
  chooseUpTo: 'Choose up to {{count}}',
  chooseBetween: 'Choose {{min}} to {{max}}',
  missing_one: 'Please make a choice: {{group}}',
  missing_other: 'Please choose {{count}} more: {{group}}',
  notes: 'Notes for the kitchen',
  notesPlaceholder: 'For example: no cilantro, sauce on the side',
  notesCounter: '{{used}} of {{most}} characters',
  howMany: 'How many',
  addFor: 'Add · {{price}}',
} as const;
