import type { TestTabsTexts } from '../texts.ts';

const testTabs: TestTabsTexts = {
  label: '支援工具',
  viewer: '紀錄檢視器',
  simulator: '餐桌模擬器',
};

export default testTabs;
