import type enUS from './en-US/index.ts';
import type house from './en-US/house.ts';
import type menuMistakes from './en-US/menu-mistakes.ts';
import type numbers from './en-US/numbers.ts';
import type owner from './en-US/owner.ts';
import type ownerMenu from './en-US/owner-menu.ts';
import type report from './en-US/report.ts';
import type setUp from './en-US/set-up.ts';
import type staff from './en-US/staff.ts';
import type support from './en-US/support.ts';
import type till from './en-US/till.ts';

/** The same keys with any text, without the form for one thing: Chinese has a single plural form. */
export type Widen<T> = {
  [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string ? string : Widen<T[K]>;
};

export type Texts = Widen<typeof enUS>;

/** The staff page's own texts: no phone of a diner loads them. */
export type StaffTexts = Widen<typeof staff>;

/** What the owner's pages have in common. */
export type OwnerTexts = Widen<typeof owner>;

/** The texts of the restaurant's own page. */
export type HouseTexts = Widen<typeof house>;

/** The texts of the numbers' page. */
export type NumbersTexts = Widen<typeof numbers>;

/** The texts of the page for other systems. */
export type TillTexts = Widen<typeof till>;

/** The texts of setting a restaurant up. */
export type SetUpTexts = Widen<typeof setUp>;
/** What is wrong with a menu. */
export type MenuMistakeTexts = Widen<typeof menuMistakes>;

/** The menu editor's texts, which come with it. */
export type OwnerMenuTexts = Widen<typeof ownerMenu>;

/** The log viewer's texts, which come with its page. */
export type SupportTexts = Widen<typeof support>;

/** The texts of reporting a problem, which come with its sheet. */
export type ReportTexts = Widen<typeof report>;

/** What the two halves of the support page are called; they come with it. */
