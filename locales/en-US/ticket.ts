export default {
  table: 'Table {{name}}',
  toGo: 'To go',
  pickup: 'Pickup {{time}}',
  asap: 'as soon as possible',
  round: 'Round {{number}}',
  reprint: 'REPRINT {{copy}}',
  added: 'ADDED',
  void: 'CANCELLED',
  mayBeTwice: 'Second try: may be printed twice.',
  test: 'Test print',
  testWorks: 'This printer works.',
  notWhole: '{{mark}}: this printer lacks a character. Please read the order on the screen.',
} as const;
