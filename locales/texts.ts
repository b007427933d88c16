import type enUS from './en-US/index.ts';
import type chain from './en-US/chain.ts';
import type house from './en-US/house.ts';
import type menuImport from './en-US/menu-import.ts';
import type menuMistakes from './en-US/menu-mistakes.ts';
import type numbers from './en-US/numbers.ts';
import type me from './en-US/me.ts';
import type owner from './en-US/owner.ts';
import type ownerMenu from './en-US/owner-menu.ts';
import type receipt from './en-US/receipt.ts';
import type report from './en-US/report.ts';
import type server from './en-US/server.ts';
import type setUp from './en-US/set-up.ts';
import type staff from './en-US/staff.ts';
import type staffNames from './en-US/staff-names.ts';
import type support from './en-US/support.ts';
import type ticket from './en-US/ticket.ts';
import type connections from './en-US/connections.ts';
import type printers from './en-US/printers.ts';
import type till from './en-US/till.ts';

/** The same keys with any text. The form for one thing (`_one`) is left out, because Chinese has a single plural form. */
export type Widen<T> = {
  [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string ? string : Widen<T[K]>;
};

export type Texts = Widen<typeof enUS>;

/** The texts of the staff's page. Diners' phones do not load them. */
export type StaffTexts = Widen<typeof staff>;

/** Texts of the staff's pages in all languages at once. */
export type StaffNamesTexts = Widen<typeof staffNames>;

/** The texts that the owner's pages share. */
export type OwnerTexts = Widen<typeof owner>;

/** The texts of a person's own page. */
export type MeTexts = Widen<typeof me>;

/** The texts of the page with the restaurant's settings. */
export type HouseTexts = Widen<typeof house>;

/** The texts of the page with the sales reports. */
export type NumbersTexts = Widen<typeof numbers>;

/** The texts of the page for the services of other companies. */
export type ConnectionsTexts = Widen<typeof connections>;

/** The texts of the page for a chain and its branches. */
export type ChainTexts = Widen<typeof chain>;

/** The texts of the page for printers and stations. */
export type PrintersTexts = Widen<typeof printers>;

/** The texts of the page that connects a POS and other systems. */
export type TillTexts = Widen<typeof till>;

/** The texts of bills and receipts. */
export type ReceiptTexts = Widen<typeof receipt>;

/** The texts of a kitchen ticket. */
export type TicketTexts = Widen<typeof ticket>;

/** The texts of the pages that set up a restaurant. */
export type SetUpTexts = Widen<typeof setUp>;

/** The server's own texts. */
export type ServerTexts = Widen<typeof server>;

/** What the server says about a menu that is imported. */
export type MenuImportTexts = Widen<typeof menuImport>;

/** The messages about mistakes in a menu. */
export type MenuMistakeTexts = Widen<typeof menuMistakes>;

/** The menu editor's texts. They are loaded together with the editor. */
export type OwnerMenuTexts = Widen<typeof ownerMenu>;

/** The log viewer's texts. They are loaded together with its page. */
export type SupportTexts = Widen<typeof support>;

/** The texts for reporting a problem. They are loaded together with its sheet. */
export type ReportTexts = Widen<typeof report>;
