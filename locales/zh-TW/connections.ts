import type { ConnectionsTexts } from '../texts.ts';

const connections: ConnectionsTexts = {
  text: '餐廳使用的外部服務。金鑰會加密保存，之後不會再顯示。',
  kinds: {
    texts: {
      title: '簡訊',
      text: '客人以簡訊收到的驗證碼登入。請先在下列其中一家業者開立帳號；每則簡訊由業者向您收費。',
      removeText: '金鑰將會刪除。重新連接業者之前，客人無法以簡訊登入。',
    },
    payments: {
      title: '手機付款',
      text: '客人用手機以信用卡、Apple Pay 或 Google Pay 付款，款項由業者撥入您在該業者的帳戶。',
      removeText: '金鑰將會刪除，客人不能再用手機付款；已開始的付款也無法在此確認。',
    },
  },
  without: {
    payments: '客人在櫃檯付款；若設定中有付款頁面，則在該頁面付款。',
    gateway: '簡訊目前透過這台伺服器的閘道傳送。連接業者後，就會改用您自己的帳號。',
    inbox: '這台伺服器是示範用：簡訊不會真的送出，所有人都能在 /demo/inbox 看到。',
    nowhere: '目前不會送出簡訊，客人無法登入。',
  },
  provider: '業者',
  providers: {
    twilio: 'Twilio',
    vonage: 'Vonage',
    mitake: '三竹簡訊',
    stripe: 'Stripe',
    ecpay: '綠界科技 ECPay',
  },
  fields: {
    twilio: {
      accountSid: 'Account SID（AC…）',
      authToken: 'Auth Token',
      from: '發送者：電話號碼、名稱或 Messaging Service（MG…）',
    },
    vonage: { apiKey: 'API key', apiSecret: 'API secret', from: '發送者：電話號碼或名稱' },
    stripe: { secretKey: 'Secret key（sk_… 或 rk_…）', webhookSecret: 'Webhook 簽署密鑰（whsec_…）' },
    ecpay: { merchantId: '特店編號 MerchantID', hashKey: 'HashKey', hashIv: 'HashIV' },
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
  changedAt: '{{time}} 修改',
  changedBy: '{{name}}於 {{time}} 修改',
  test: {
    phone: '您的手機號碼',
    hint: '測試簡訊會傳到這個號碼，請以 + 和國碼開頭。',
    send: '傳送測試簡訊',
    keys: '檢查金鑰',
    keysWork: '業者接受這組金鑰。',
    sent: '已送出，一分鐘內應會收到。',
  },
  lacksAddress: '手機付款需要伺服器的公開網址，請管理伺服器的人設定 PUBLIC_URL。',
  noticeUrl:
    '請在 Stripe 的 Developers → Webhooks 新增這個網址，事件選 checkout.session.* 與 refund.*：{{url}}',
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
