/** The parts of the diner's screens by role and name, for Playwright and for WebDriver. */
import type { Words } from '../words.ts';

export interface Part {
  readonly role: 'alertdialog' | 'button' | 'dialog' | 'heading' | 'navigation' | 'radio' | 'textbox';
  /** The whole name, or a pattern in it. */
  readonly name: string | RegExp;
}

export type Screen = ReturnType<typeof createScreen>;

/** Finds the parts in one language. Callers name dishes in English. */
export function createScreen({ t, like, translateDish }: Words) {
  const createButtonPart = (name: Part['name']): Part => ({ role: 'button', name });
  const createDialogPart = (name: Part['name']): Part => ({ role: 'dialog', name });
  /** A field whose label begins with this text. It may go on, for example with “(optional)”. */
  const createFieldPart = (label: string): Part => ({
    role: 'textbox',
    name: new RegExp(`^${like(label).source}`),
  });
  const joinAlternatives = (...texts: readonly string[]) => texts.map((text) => like(text).source).join('|');
  /** A button whose text begins with this one. It may go on with a price. */
  const createPrefixPart = (text: string) => createButtonPart(new RegExp(`^${like(text.trim()).source}`));

  return {
    guestsTitle: { role: 'heading', name: t('table:guests.title') } as Part,
    guests: (count: number): Part => ({ role: 'radio', name: t('table:guests.option', { count }) }),
    sections: { role: 'navigation', name: t('menu:categories') } as Part,

    addDish: (dish: string) => createButtonPart(t('menu:addDish', { name: translateDish(dish) })),
    oneMore: (dish: string) => createButtonPart(t('menu:oneMore', { name: translateDish(dish) })),
    oneLess: (dish: string) => createButtonPart(t('menu:oneLess', { name: translateDish(dish) })),
    chooseDish: (dish: string) => createButtonPart(t('menu:chooseDish', { name: translateDish(dish) })),
    dishSheet: (dish: string) => createDialogPart(translateDish(dish)),
    notes: createFieldPart(t('dish:notes')),
    addFromSheet: createPrefixPart(t('dish:addFor', { price: '' })),
    close: createButtonPart(t('menu:close')),

    namePopup: createDialogPart(t('account:name.title')),
    nameField: createFieldPart(t('account:name.label')),
    saveName: createButtonPart(t('account:name.save')),

    /** The bar at the foot of the menu. @param count it must say this number of items */
    cartBar(count?: number) {
      const texts = count === undefined ? [''] : [t('cart:ofTable', { count }), t('cart:alone', { count })];
      return createButtonPart(
        new RegExp(`(^|\\D)(${joinAlternatives(...texts)}).*${like(t('cart:viewCart')).source}`),
      );
    },
    cart: createDialogPart(t('cart:title')),
    /** The cart of an order without a table. */
    ownCart: createDialogPart(t('cart:titleAlone')),
    reviewOrder: createButtonPart(t('cart:reviewOrder')),
    review: createDialogPart(t('cart:preview.title')),
    placeOrder: createPrefixPart(t('cart:place.action')),
    round: (number: number): Part => ({ role: 'heading', name: t('order:detail.round', { number }) }),
    submitted: { role: 'alertdialog', name: t('order:submitted.title') } as Part,
    viewDetail: createButtonPart(t('order:submitted.viewDetail')),

    loginPopup: createDialogPart(
      new RegExp(
        joinAlternatives(
          t('account:login.title'),
          t('account:login.welcome'),
          t('account:login.welcomeTo', { merchant: '' }),
        ),
      ),
    ),
    phoneField: createFieldPart(t('account:login.phone')),
    getCode: createButtonPart(t('account:login.getCode')),
    codeField: createFieldPart(t('account:login.code')),
    becomePopup: createDialogPart(t('member:become.title')),
  };
}
