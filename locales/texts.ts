import type enUS from './en-US/index.ts';
import type simulator from './en-US/simulator.ts';
import type staff from './en-US/staff.ts';
import type testTabs from './en-US/test-tabs.ts';

/** The same keys with any text; plural forms may differ by language. */
type Widen<T> = { [K in keyof T]: T[K] extends string ? string : Widen<T[K]> };

export type Texts = Widen<typeof enUS>;

/** The staff page's own texts: no phone of a diner loads them. */
export type StaffTexts = Widen<typeof staff>;

/** The table simulator's, which come with it. */
export type SimulatorTexts = Widen<typeof simulator>;

/** What the two halves of the support page are called; they come with it. */
export type TestTabsTexts = Widen<typeof testTabs>;
