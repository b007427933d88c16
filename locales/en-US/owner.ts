export default {
  back: 'To the orders',
  choose: 'Pages of the restaurant',
  pages: { menu: 'Menu', house: 'Restaurant', numbers: 'Numbers', till: 'Till' },
} as const;
