import type { TicketTexts } from '../texts.ts';

const ticket: TicketTexts = {
  table: '{{name}} 號桌',
  guests: '{{count}} 位',
  toGo: '外帶',
  pickup: '取餐 {{time}}',
  asap: '盡快',
  round: '第 {{number}} 輪',
  allergy: '過敏：{{allergy}}',
  contains: '含 {{list}}',
  separator: '、',
  reprint: '重印 {{copy}}',
  added: '加點',
  void: '取消',
  moved: '換桌',
  fired: '第 {{number}} 道',
  held: '先不做：第 {{number}} 道',
  before: '原為 {{table}}，不要重複製作。',
  mayBeTwice: '重試：可能重複列印。',
  test: '測試列印',
  testWorks: '這台印表機可以使用。',
  notWhole: '{{mark}}：印表機缺字，請看螢幕上的訂單。',
};

export default ticket;
