import { describe, expect, test } from 'vitest';
import type { Charset } from '#server/menu/whole-merchant.ts';
import type { Ticket } from '#server/service/kitchen/tickets/ticket.ts';
import type { Span } from '#testing/stand-ins/escpos-paper.ts';
import { onPaper, createLine, createTicket } from './some-ticket.ts';

const rule = '-'.repeat(48);

function printTicket(ticket: Ticket, charset?: Charset): string[] {
  return onPaper(ticket, charset).tickets[0]!.lines.map(({ text }) => text);
}

function getSpan(ticket: Ticket, text: string, charset?: Charset): Span {
  const spans = onPaper(ticket, charset).tickets.flatMap(({ lines }) => lines.flatMap(({ spans }) => spans));
  const found = spans.filter((span) => span.text.includes(text));
  expect(found).toHaveLength(1);
  return found[0]!;
}

describe('a ticket', () => {
  const inEnglish = createTicket({
    lines: [
      createLine({ choices: ['Large', 'Extra egg'], notes: 'NO PEANUTS\nsauce apart', userName: 'Ann' }),
      createLine({ quantity: 1, name: 'Tea' }),
    ],
  });
  const noodles = {
    name: '紅燒牛肉麵',
    choices: ['大碗', '加蛋'],
    notes: '不要香菜，少鹽',
    userName: '美美',
  };
  const place = { restaurant: '金燈籠', station: '熱炒', tableName: 'A3', timeZone: 'Asia/Taipei' };
  const inChinese = createTicket({ ...place, language: 'zh-TW', lines: [createLine(noodles)] });

  test('in English', () => {
    expect(printTicket(inEnglish)).toEqual([
      'Table 7',
      'Hot kitchen',
      '#A1B2C3 / Round 2                   12/23, 18:05',
      'Golden Lantern',
      rule,
      '2 x   Beef noodles',
      '      + Large',
      '      + Extra egg',
      '       NO PEANUTS',
      '       sauce apart',
      '      (Ann)',
      rule,
      '1 x   Tea',
      rule,
    ]);
  });

  test('a dish sold by weight has its weight, however wide', () => {
    const prawns = createLine({ quantity: 3, unitLabel: '100 g', name: 'Prawns' });
    const liver = createLine({ quantity: 3, unitLabel: '半斤', name: '豬肝' });
    expect(
      printTicket(
        createTicket({ lines: [prawns, liver, createLine({ quantity: 12, unitLabel: '100 公克' })] }),
      ),
    ).toEqual(expect.arrayContaining(['300 g Prawns', '3 x 半斤 豬肝', '1200 公克 Beef noodles']));
  });

  test('a note of line ends only takes no more paper than its words', () => {
    const lines = printTicket(createTicket({ lines: [createLine({ notes: `${'a\n\n'.repeat(60)}end` })] }));
    expect(lines.filter((line) => line.trim() === 'a')).toHaveLength(3);
    expect(lines.find((line) => line.includes('end'))).toMatch(/\/ a \/ end$/);
    expect(lines.length).toBeLessThan(20);
  });

  test.each<Charset>(['big5', 'gb18030'])('in Chinese, on a printer with %s', (charset) => {
    expect(printTicket(inChinese, charset)).toEqual([
      'A3 號桌',
      '熱炒',
      '#A1B2C3 / 第 2 輪                    12/24 10:05',
      '金燈籠',
      rule,
      '2 x   紅燒牛肉麵',
      '      + 大碗',
      '      + 加蛋',
      '       不要香菜，少鹽',
      '      (美美)',
      rule,
    ]);
  });

  test('shows the table twice as wide and high, dishes twice as high', () => {
    expect(getSpan(inEnglish, 'Table 7')).toMatchObject({ width: 2, height: 2 });
    expect(getSpan(inChinese, 'A3 號桌')).toMatchObject({ width: 2, height: 2 });
    expect(getSpan(inChinese, '紅燒牛肉麵')).toMatchObject({ width: 1, height: 2, isBold: true });
    expect(getSpan(inChinese, '加蛋')).toMatchObject({ width: 1, height: 1, isInverted: false });
  });

  test('shows only notes white on black', () => {
    const inverted = onPaper(inEnglish).tickets[0]!.lines.flatMap(({ spans }) =>
      spans.filter(({ isInverted }) => isInverted),
    );
    expect(inverted.map(({ text }) => text)).toEqual([' NO PEANUTS ', ' sauce apart ']);
    expect(inverted.every(({ isBold }) => isBold)).toBe(true);
    expect(getSpan(inChinese, '不要香菜')).toMatchObject({ isInverted: true, isBold: true });
  });

  // CX83
  test('shows an allergy before its dish, large and white on black, with the dish’s allergens and the guests', () => {
    const lines = [
      createLine({ allergy: 'peanuts', allergens: ['egg', 'peanuts'], notes: 'hot' }),
      createLine(),
    ];
    const english = createTicket({ guests: 4, lines });
    expect(printTicket(english).slice(0, 11)).toEqual([
      'Table 7',
      'Guests: 4',
      'Hot kitchen',
      '#A1B2C3 / Round 2                   12/23, 18:05',
      'Golden Lantern',
      rule,
      ' ALLERGY: peanuts',
      '2 x   Beef noodles',
      '      Contains egg, peanuts',
      '       hot',
      rule,
    ]);
    expect(getSpan(english, 'ALLERGY')).toMatchObject({ width: 2, height: 2, isInverted: true });
    const chinese = printTicket({ ...english, language: 'zh-TW' });
    expect(chinese).toEqual(expect.arrayContaining(['4 位', ' 過敏：peanuts']));
    const long = createTicket({
      lines: [createLine({ allergy: 'all kinds of nuts, shellfish and raw eggs or honey' })],
    });
    expect(printTicket(long).filter((line) => line.includes('nuts') || line.includes('honey'))).toHaveLength(
      2,
    );
  });

  // CX85
  test('says that dishes have moved, and from which table', () => {
    const moved = createTicket({ kind: 'moved', movedFrom: '3' });
    expect(printTicket(moved).slice(0, 3)).toEqual([
      ' MOVED',
      ' Before: Table 3. Do not cook it twice.',
      'Table 7',
    ]);
    expect(printTicket({ ...moved, movedFrom: null, language: 'zh-TW' })[1]).toBe(
      ' 原為 外帶，不要重複製作。',
    );
  });

  test('begins with the number of the reprint', () => {
    const again = { ...inEnglish, copy: 3 };
    expect(printTicket(again).slice(0, 2)).toEqual([' REPRINT 3', 'Table 7']);
    expect(getSpan(again, 'REPRINT')).toMatchObject({ width: 2, height: 2, isInverted: true });
    expect(printTicket({ ...inChinese, copy: 1 })[0]).toBe(' 重印 1');
    expect(printTicket(inEnglish).join('\n')).not.toContain('REPRINT');
  });

  test('to go has no table', () => {
    expect(printTicket({ ...inEnglish, tableName: null })[0]).toBe('To go');
    expect(printTicket({ ...inChinese, tableName: null })[0]).toBe('外帶');
  });

  // CX18
  test('breaks its lines between words, Chinese between characters, and leaves none to the printer', () => {
    const name = 'Slowly braised beef shank noodles with pickled mustard greens and incomprehensibilities';
    const ticket = createTicket({ lines: [createLine({ name, notes: '不要香菜也不要蔥'.repeat(4) })] });
    expect(printTicket(ticket).slice(5, 10)).toEqual([
      '2 x   Slowly braised beef shank noodles with',
      '      pickled mustard greens and',
      '      incomprehensibilities',
      '       不要香菜也不要蔥不要香菜也不要蔥不要香菜',
      '       也不要蔥不要香菜也不要蔥',
    ]);
    expect(onPaper(ticket).tickets[0]!.lines.filter(({ isOverfull }) => isOverfull)).toEqual([]);
  });

  test('keeps every digit of a quantity, and the quantity of a dish without a name', () => {
    const printBody = (quantity: number, name: string) =>
      printTicket(createTicket({ lines: [createLine({ quantity, name })] }))
        .slice(5, -1)
        .join('')
        .replaceAll(' ', '');
    expect(printBody(999, 'Tea')).toBe('999xTea');
    expect(printBody(12_345_678, 'Tea')).toBe('12345678xTea');
    expect(printBody(3, '')).toBe('3x');
  });

  test('has no lines if the order has none', () => {
    expect(printTicket(createTicket({ lines: [] }))).toHaveLength(5);
  });
});

describe('characters that a printer lacks', () => {
  const withName = (name: string, changed: Partial<Ticket> = {}) =>
    createTicket({ ...changed, lines: [createLine({ name })] });
  const printDish = (name: string, charset: Charset) => printTicket(withName(name), charset)[5];

  test('lose their accents if the plain letter exists', () => {
    expect(printDish('Crème brûlée', 'latin')).toBe('2 x   Crème brûlée');
    expect(printDish('Crème brûlée', 'big5')).toBe('2 x   Creme brulee');
    expect(printDish('ﬁsh “don’t” ２', 'latin')).toBe('2 x   fish “don’t” 2');
  });

  test('become a mark that the ticket explains at its end, after the number of the dish', () => {
    expect(printTicket(withName('不要盐🌶️辣'), 'big5').slice(5)).toEqual([
      '2 x   #41 不要□□辣',
      rule,
      ' □: this printer lacks a character. Please',
      ' read the order on the screen.',
    ]);
    expect(printTicket(withName('盐', { language: 'zh-TW' }), 'big5').at(-1)).toBe(
      ' □：印表機缺字，請看螢幕上的訂單。',
    );
    expect(printDish('不要盐', 'gb18030')).toBe('2 x   不要盐');
    expect(printDish('€5', 'gb18030')).toBe('2 x   #41 □5');
    expect(printTicket(withName('不要鹽'), 'big5').at(-1)).toBe(rule);
  });

  test('never turn one number into another', () => {
    expect(printDish('2½ eggs', 'latin')).toBe('2 x   2½ eggs');
    expect(printDish('2½ eggs', 'big5')).toBe('2 x   #41 2□ eggs');
    expect(printDish('2① 5²', 'big5')).toBe('2 x   #41 2□ 5□');
  });

  test('show when and for whom an order to go is picked up (CX50)', () => {
    const toGo = { tableName: null, pickup: { userName: 'Ann Lee', at: Date.UTC(2026, 11, 24, 3, 30) } };
    expect(printTicket(createTicket(toGo), 'latin').slice(0, 2)).toEqual([
      'To go',
      'Pickup 12/23, 19:30 Ann Lee',
    ]);
    const soon = { ...toGo, pickup: { userName: '', at: null } };
    expect(printTicket(createTicket(soon), 'latin')[1]).toBe('Pickup as soon as possible');
  });

  test('leave our own texts in English if Chinese is unavailable', () => {
    const ticket = withName('牛肉麵', { language: 'zh-TW', tableName: null });
    expect(printTicket(ticket, 'latin')[0]).toBe('To go');
    expect(printTicket(ticket, 'latin')[5]).toBe('2 x   #41 ???');
  });
});
