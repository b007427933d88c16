export default {
  back: 'Back to orders',
  notYours: 'Your role does not include this page. An owner can change that.',
  choose: 'Restaurant pages',
  secret: { share: 'Share', copy: 'Copy', copied: 'Copied', done: 'Done, I saved it' },
  leave: {
    title: 'Leave without saving?',
    text: 'What you changed here is not saved yet.',
    stay: 'Stay here',
    yes: 'Leave without saving',
  },
  pages: {
    menu: 'Menu',
    house: 'Restaurant',
    numbers: 'Reports',
    till: 'POS',
    printers: 'Printers',
    connections: 'Services',
    chain: 'Chain',
  },
} as const;
