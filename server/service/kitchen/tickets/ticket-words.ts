import type { LanguageCode } from '#contract/http/headers.ts';

interface TicketWords {
  readonly table: (name: string) => string;
  readonly toGo: string;
  readonly round: (number: number) => string;
  /** @param copy from 1 */
  readonly reprint: (copy: number) => string;
  readonly added: string;
  readonly void: string;
  readonly mayBeTwice: string;
  /** @param mark the replacement for a missing character */
  readonly notWhole: (mark: string) => string;
}

/** The ticket's own words, the same as on the staff page. */
export const ticketWords: Readonly<Record<LanguageCode, TicketWords>> = {
  'en-US': {
    table: (name) => `Table ${name}`,
    toGo: 'To go',
    round: (number) => `Round ${number}`,
    reprint: (copy) => `REPRINT ${copy}`,
    added: 'ADDED',
    void: 'CANCELLED',
    mayBeTwice: 'Second try: may be printed twice.',
    notWhole: (mark) => `${mark}: this printer lacks a character. Please read the order on the screen.`,
  },
  'zh-TW': {
    table: (name) => `${name} 號桌`,
    toGo: '外帶',
    round: (number) => `第 ${number} 輪`,
    reprint: (copy) => `重印 ${copy}`,
    added: '加點',
    void: '取消',
    mayBeTwice: '重試：可能重複列印。',
    notWhole: (mark) => `${mark}：印表機缺字，請看螢幕上的訂單。`,
  },
};
