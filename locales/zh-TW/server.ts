import type { ServerTexts } from '../texts.ts';

const server: ServerTexts = {
  failures: {
    recordDamaged: '這一桌的紀錄已損毀，請服務人員關閉此桌。',
    cannotSave: '餐廳的伺服器目前無法儲存資料，請告知服務人員。',
    unexpected: '發生錯誤，請稍後再試。',
  },
  requests: {
    foreign: '這項操作不是從本伺服器的員工頁面送出的。如果確實是，請將 PUBLIC_URL 設為該頁面的網址',
    fileType: '請以下列其中一種作為檔案的 Content-Type：{{types}}',
    fileTooLarge: '檔案太大了，最多 {{most}} MiB',
    tooMany: '操作太頻繁，請於 {{seconds}} 秒後再試',
  },
  tables: {
    unavailable: '這一桌目前無法使用，請再掃描一次桌上的 QR Code',
    removed: '服務人員已請您離開這一桌',
  },
  sms: {
    noProvider: '這家餐廳無法傳送簡訊，請洽服務人員。',
    badRecipient: '無法傳送簡訊到這個號碼，請確認號碼或洽服務人員。',
    notSent: '簡訊無法送出，請稍後再試。',
    loginCode: '{{code}} 是您在{{restaurant}}的驗證碼，{{minutes}} 分鐘內有效。',
    ready: '{{restaurant}}：您的訂單 {{serial}} 可以取餐了。',
    test: '這是{{restaurant}}的測試簡訊，簡訊功能可以使用了。',
  },
  mail: {
    testSubject: '{{restaurant}}的測試郵件',
    test: '電子郵件功能可以使用了。',
    wrongAddress: '這不是有效的電子郵件地址',
    notPaid: '這筆訂單尚未付清',
    noMailServer: '這家餐廳尚未提供電子郵件',
  },
  orders: {
    closed: '這筆訂單已結束',
    tooLong: '一筆訂單放不下這麼多餐點。請先把一部分留在購物車，或先結帳，之後點的餐會開新的訂單',
    tooLongForStaff: '這筆訂單已達長度上限，請先結清，下一道餐點會開新的訂單',
    lineLimit: '{{dish}}：單項金額最多 {{most}}，需要更多請洽服務人員',
    billsOpen: '還有未結的帳單，這項修改要等結帳後才會生效',
    fewerLeft: '剩下的份數不夠：{{dishes}}',
    portionsLeft: '{{dish}}（剩 {{count}} 份）',
  },
  taxes: {
    usual: '稅',
  },
  opening: {
    closed: {
      title: '休息中',
      text: '現在是休息時間。購物車裡的餐點會保留。',
    },
    closedUntil: {
      title: '休息中 · {{time}} 開始',
      text: '現在是休息時間，{{time}} 起可以點餐。購物車裡的餐點會保留。',
    },
    paused: {
      title: '暫停點餐',
      text: '目前暫停點餐：{{reason}}購物車裡的餐點會保留。',
    },
    pausedUntil: {
      title: '暫停點餐 · {{time}} 恢復',
      text: '{{time}} 之前暫停點餐：{{reason}}購物車裡的餐點會保留。',
    },
    busy: {
      title: '忙碌中 · {{time}} 起可點餐',
      text: '廚房現在訂單很多，{{time}} 起可以點餐。購物車裡的餐點會保留。',
    },
    reason: '{{words}}。',
  },
  pickup: {
    noDelivery: '這家餐廳沒有外送，請改為外帶自取。',
    notOffered: '這個取餐時間已經不能選了，請選擇其他時間。',
  },
  payments: {
    tip: '小費',
    none: '這家餐廳不提供線上付款',
    noAnswer: '付款服務沒有回應，請再試一次，或到櫃檯付款。',
    currency: '這家餐廳的付款服務不支援這個幣別，請到櫃檯付款。',
    unit: '付款服務無法收取這個金額，請到櫃檯付款。',
    moreThanOwed: '付款金額超過未付的金額',
    goOn: '前往付款',
    unknown: '找不到這筆付款，請回到訂單頁面。',
    invoice: '請檢查發票資料',
  },
  cash: {
    dayClosed: '那一天已經日結，請重新載入頁面。',
    tooMany: '紀錄太多了，請先日結。',
  },
  closing: {
    isClosed: '{{day}} 已經結帳',
    otherFirst: '請先結 {{day}} 的帳',
  },
  webhooks: {
    noAddress: '這不是網址',
    notHttps: '網址必須以 https:// 開頭，而且不能包含密碼',
    notPublic: '這個網址指向內部網路',
    notFound: '找不到這個網址',
    tooMany: '已經有 {{most}} 個網址，請先移除一個',
  },
  history: {
    builtOn: '其中有些之後又改過了，請先還原之後的修改',
  },
  menu: {
    mistake: '{{place}}：{{mistake}}',
    changedMeanwhile: '這裡剛剛被別人改過了',
    notJson: '這不是 JSON 格式的菜單：{{why}}',
  },
  sheet: {
    scan: '掃描一起點餐',
  },
  pictures: {
    unreadable: '這不是能讀取的圖片，請改用 JPEG、PNG、WebP、AVIF、GIF、TIFF 或 SVG',
    tooManyPixels: '圖片的像素太多了，最多 {{most}}像素',
    tooSlow: '這張圖片處理起來太久了，請改用 JPEG 或較小的圖片',
    outside: '選取的範圍超出圖片邊緣',
  },
};

export default server;
