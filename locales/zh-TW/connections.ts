import type { ConnectionsTexts } from '../texts.ts';

const connections: ConnectionsTexts = {
  text: '餐廳使用的外部服務。金鑰會加密保存，之後不會再顯示。',
  kinds: {
    texts: {
      title: '簡訊',
      text: '客人以簡訊收到的驗證碼登入。請先在下列其中一家業者開立帳號；每則簡訊由業者向您收費。',
      removeText: '金鑰將會刪除。重新連接業者之前，客人無法以簡訊登入。',
    },
  },
  without: {
    gateway: '簡訊目前透過這台伺服器的閘道傳送。連接業者後，就會改用您自己的帳號。',
    inbox: '這台伺服器是示範用：簡訊不會真的送出，所有人都能在 /demo/inbox 看到。',
    nowhere: '目前不會送出簡訊，客人無法登入。',
  },
  provider: '業者',
  providers: { twilio: 'Twilio', vonage: 'Vonage', mitake: '三竹簡訊' },
  fields: {
    twilio: {
      accountSid: 'Account SID（AC…）',
      authToken: 'Auth Token',
      from: '發送者：電話號碼、名稱或 Messaging Service（MG…）',
    },
    vonage: { apiKey: 'API key', apiSecret: 'API secret', from: '發送者：電話號碼或名稱' },
    mitake: { username: '帳號', password: '密碼' },
  },
  keepSecret: '留空表示沿用已儲存的內容。',
  save: '儲存',
  change: '修改',
  cancel: '取消',
  remove: '移除',
  removeTitle: '要移除{{name}}嗎？',
  untested: '已儲存，尚未測試',
  workedAt: '運作正常 · 上次使用 {{time}}',
  failedAt: '{{why}} · {{time}}',
  said: '業者回覆：{{detail}}',
  changedBy: '{{name}}於 {{time}} 修改',
  test: {
    phone: '您的手機號碼',
    hint: '測試簡訊會傳到這個號碼，請以 + 和國碼開頭。',
    send: '傳送測試簡訊',
    sent: '已送出，一分鐘內應會收到。',
  },
  problems: {
    wrongKey: '業者不接受這組金鑰',
    noCredit: '帳號餘額不足',
    tooMany: '已達業者的用量上限，請稍後再試',
    badRecipient: '這個號碼無法接收簡訊',
    badSender: '這個帳號不能用此號碼或名稱發送',
    unreachable: '業者沒有回應',
    refused: '業者拒絕了請求',
    unreadable: '已儲存的金鑰無法讀取，請重新輸入',
  },
  refused: {
    lacksKey: '這台伺服器沒有加密金鑰。管理伺服器的人設定 SECRET_KEY 之後，才能連接業者。',
    missingField: '請填寫這一欄。',
  },
};

export default connections;
