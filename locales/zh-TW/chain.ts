import type { ChainTexts } from '../texts.ts';

const chain: ChainTexts = {
  choosePart: '連鎖',
  parts: { restaurants: '餐廳', sales: '營業額' },
  branches: {
    title: '分店',
    text: '您用這裡的登入就能開啟每家分店：點選上方的餐廳名稱。',
    since: '加入日期：{{date}}',
    code: '分店代碼',
    codeHint: '由那家餐廳的店主在「連鎖」頁面取得。',
    add: '加入分店',
    added: '{{name}}已成為分店',
    remove: '移除',
    removeOf: '移除{{name}}',
    removeTitle: '要將{{name}}移出連鎖嗎？',
    removeText: '總店的店主將無法再開啟這家餐廳。訂單、人員與報表都會留在原處。',
    removeYes: '移除',
    removed: '{{name}}已不是分店',
    keep: '保留',
  },
  join: {
    title: '加入連鎖',
    text: '請將代碼交給總店的店主。加入後，總店的所有店主也是這裡的店主，能看到訂單、人員與報表。',
    make: '產生代碼',
    until: '限用一次，{{time}} 前有效',
  },
  leave: {
    title: '屬於{{name}}的連鎖',
    text: '{{name}}的店主用自己的登入就能開啟這家餐廳。',
    yes: '離開連鎖',
    question: '要離開{{name}}的連鎖嗎？',
  },
  sales: {
    all_other: '全部 {{count}} 家餐廳',
    allIn_other: '{{currency}}：{{count}} 家餐廳',
    tooLong: '最多選擇 {{count}} 天。',
    text: '營業額含稅。各餐廳依自己的營業時間計算日期。',
  },
};

export default chain;
