/** The parts of the diner's screens by role and name, for Playwright and for WebDriver. */
import type { Words } from '../words.ts';

export interface Part {
  readonly role: 'alertdialog' | 'button' | 'dialog' | 'heading' | 'navigation' | 'radio' | 'textbox';
  /** The whole name, or a pattern in it. */
  readonly name: string | RegExp;
}

export type Screen = ReturnType<typeof screenIn>;

/** Finds the parts in one language. Callers name dishes in English. */
export function screenIn({ t, like, named }: Words) {
  const button = (name: Part['name']): Part => ({ role: 'button', name });
  const dialog = (name: Part['name']): Part => ({ role: 'dialog', name });
  /** A field whose label begins with this text. It may go on, for example with “(optional)”. */
  const field = (label: string): Part => ({ role: 'textbox', name: new RegExp(`^${like(label).source}`) });
  const oneOf = (...texts: readonly string[]) => texts.map((text) => like(text).source).join('|');
  /** A button whose text begins with this one. It may go on with a price. */
  const beginning = (text: string) => button(new RegExp(`^${like(text.trim()).source}`));

  return {
    guestsTitle: { role: 'heading', name: t('table:guests.title') } as Part,
    guests: (count: number): Part => ({ role: 'radio', name: t('table:guests.option', { count }) }),
    sections: { role: 'navigation', name: t('menu:categories') } as Part,

    addDish: (dish: string) => button(t('menu:addDish', { name: named(dish) })),
    oneMore: (dish: string) => button(t('menu:oneMore', { name: named(dish) })),
    oneLess: (dish: string) => button(t('menu:oneLess', { name: named(dish) })),
    chooseDish: (dish: string) => button(t('menu:chooseDish', { name: named(dish) })),
    dishSheet: (dish: string) => dialog(named(dish)),
    notes: field(t('dish:notes')),
    addFromSheet: beginning(t('dish:addFor', { price: '' })),
    close: button(t('menu:close')),

    namePopup: dialog(t('account:name.title')),
    nameField: field(t('account:name.label')),
    saveName: button(t('account:name.save')),

    /** The bar at the foot of the menu. @param count it must say this number of items */
    cartBar(count?: number) {
      const texts = count === undefined ? [''] : [t('cart:ofTable', { count }), t('cart:alone', { count })];
      return button(new RegExp(`(^|\\D)(${oneOf(...texts)}).*${like(t('cart:viewCart')).source}`));
    },
    cart: dialog(t('cart:title')),
    /** The cart of an order without a table. */
    ownCart: dialog(t('cart:titleAlone')),
    reviewOrder: button(t('cart:reviewOrder')),
    review: dialog(t('cart:preview.title')),
    placeOrder: beginning(t('cart:place.action')),
    round: (number: number): Part => ({ role: 'heading', name: t('order:detail.round', { number }) }),
    submitted: { role: 'alertdialog', name: t('order:submitted.title') } as Part,
    viewDetail: button(t('order:submitted.viewDetail')),

    loginPopup: dialog(
      new RegExp(
        oneOf(
          t('account:login.title'),
          t('account:login.welcome'),
          t('account:login.welcomeTo', { merchant: '' }),
        ),
      ),
    ),
    phoneField: field(t('account:login.phone')),
    getCode: button(t('account:login.getCode')),
    codeField: field(t('account:login.code')),
    becomePopup: dialog(t('member:become.title')),
  };
}
