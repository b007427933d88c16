import type { MeTexts } from '../texts.ts';

const me: MeTexts = {
  title: '我的頁面',
  back: '回到櫃檯',
  push: {
    title: '這台裝置的通知',
    text: '登入期間會收到通知，關閉應用程式時也會。您自己的操作不會通知。',
    kinds: '通知我',
    kind: { orders: '新訂單', calls: '客人呼叫', payments: '付款' },
    station: '含有這個工作站餐點的訂單',
    allStations: '所有工作站',
    turnOn: '開啟通知',
    turnOff: '關閉',
    save: '儲存',
    isOn: '已開啟通知',
    isOff: '已關閉通知',
    notAllowed: '這個瀏覽器沒有允許通知',
    unsupported: '這個瀏覽器無法顯示通知。使用 iPhone 或 iPad 時，請先將應用程式加入主畫面，再從主畫面開啟。',
    forbidden: '這個頁面的通知已被封鎖，請到瀏覽器設定中允許。',
    lacksKey: '伺服器還無法保存通知用的金鑰。請管理者設定 SECRET_KEY 並重新啟動。',
    atBranch: '通知由您登入的餐廳發送，請切換到那家餐廳再設定。',
    problem: '上一則通知沒有送達（{{problem}}）。請關閉通知後再開啟。',
  },
};

export default me;
