import type { ReportTexts } from '../texts.ts';

const report: ReportTexts = {
  title: '回報問題',
  description: '會產生一個給餐廳客服的檔案。程式不會自動傳送，要交給誰由您決定。',
  what: '發生了什麼事？',
  placeholder: '我加了一杯茶，過一分鐘就不見了……',
  counter: '已輸入 {{used}} 字，上限 {{limit}} 字',
  names: '包含姓名與備註',
  namesText: '不勾選的話，會換成代號。',
  inside: '檔案裡有什麼',
  log_other: '購物車的經過：{{count}} 筆紀錄',
  run_other: '錄製期間購物車收到的所有內容：{{count}} 則',
  noLog: '這支手機上沒有這一桌的購物車紀錄。',
  logFailed: '無法讀取購物車紀錄，其他內容仍會附上。',
  broke: '出錯的地方：{{error}}',
  app: '程式版本 {{version}}',
  device: '您的瀏覽器與螢幕：{{device}}',
  connection_other: '連線與斷線的時間：{{count}} 則',
  reading: '正在整理檔案內容',
  save: '儲存檔案',
  share: '分享',
  saved: '檔案已儲存，請交給餐廳的客服人員。',
  failed: '無法分享檔案，您可以改用儲存。',
};

export default report;
