import type enUS from './en-US/index.ts';

/** The same keys with any text; plural forms may differ by language. */
type Widen<T> = { [K in keyof T]: T[K] extends string ? string : Widen<T[K]> };

export type Texts = Widen<typeof enUS>;
