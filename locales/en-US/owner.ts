export default {
  back: 'To the orders',
  notYours: 'Your role has nothing to do with this page. An owner can change that.',
  choose: 'Pages of the restaurant',
  pages: { menu: 'Menu', house: 'Restaurant', numbers: 'Numbers', till: 'Till' },
} as const;
