export default {
  title: '呼叫服務',
  kind: { waiter: '服務人員', water: '加水', bill: '結帳', part: '只結我的' },
  state: { none: '點一下呼叫', asked: '取消', answered: '馬上來' },
  told: {
    waiter: '已呼叫服務人員。',
    water: '已請服務人員加水。',
    bill: '已請服務人員結帳。',
    part: '已請服務人員為您單獨結帳。',
  },
  answered: {
    waiter: '服務人員馬上過來。',
    waiterBy: '{{name}}馬上過來。',
    water: '水馬上送來。',
    waterBy: '{{name}}馬上送水來。',
    bill: '帳單馬上送來。',
    billBy: '{{name}}馬上送帳單來。',
    part: '您的帳單馬上送來。',
    partBy: '{{name}}馬上送您的帳單來。',
  },
};
