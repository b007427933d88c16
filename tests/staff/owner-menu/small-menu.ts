import { createTree, type MenuTree, type TreeDish } from '#contract/menu-file/menu-tree.ts';
import { createDish, changeDish } from '#staff/owner/menu/draft/acts.ts';

export function createTreeDish(id: string, price: string, more: Partial<TreeDish> = {}): TreeDish {
  return { ...createDish(id), name: { 'en-US': id, 'zh-TW': `${id} 中文` }, price, ...more };
}

/** A change of a dish's price. */
export const changePrice = (id: string, price: string) =>
  changeDish(id, (draft) => void (draft.price = price));

/** Two sections: noodles with beef and cold, drinks with tea. */
export function createSmallMenu(): MenuTree {
  return createTree({
    stations: [{ id: 'kitchen', name: { 'en-US': 'Kitchen', 'zh-TW': '廚房' } }],
    categories: [
      {
        id: 'noodles',
        name: { 'en-US': 'Noodles', 'zh-TW': '麵食' },
        products: [createTreeDish('beef', '12.50'), createTreeDish('cold', '8.00')],
      },
      {
        id: 'drinks',
        name: { 'en-US': 'Drinks', 'zh-TW': '飲料' },
        products: [createTreeDish('tea', '3.00')],
      },
    ],
  });
}
