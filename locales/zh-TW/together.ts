export default {
  title: '同桌的人',
  open: '同桌的人：{{names}}',
  people: '誰在這裡',
  here: '正在點餐',
  away: '手機已收起',
  dishes_other: '購物車裡有 {{count}} 份餐點',

  disc: {
    more: '+{{count}}',
    empty: '轉盤上還沒有餐點。',
    holds: '轉盤上：{{list}}。',
    dishesOf_other: '{{name}}的 {{count}} 份',
  },

  invite: {
    title: '邀請同伴',
    text: '請對方用相機掃描，或把連結傳過去。',
    code: '本桌的 QR Code',
    message: '一起在{{place}}點餐',
    share: '分享連結',
    copy: '複製連結',
    copied: '已複製連結。',
    failed: '無法複製連結。',
  },

  feed: {
    title: '本桌動態',
    loading: '正在讀取本桌動態',
    empty: '目前沒有動態，同桌的每項更動都會顯示在這裡。',
    fresh: '您還沒看過的',
    earlier: '顯示更早的動態',
    self: '您',
    added: '{{name}}加了{{product}} ×{{quantity}}',
    addedSeveral_other: '{{name}}加了 {{count}} 份餐點：{{list}}',
    times: '{{product}} ×{{quantity}}',
    removed: '{{name}}拿掉了{{product}} ×{{quantity}}',
    notes: '{{name}}為{{product}}寫了備註「{{notes}}」',
    notesGone: '{{name}}刪除了{{product}}的備註',
    clearedTable: '{{name}}清空了全桌的購物車',
    clearedOwn: '{{name}}清空了自己的餐點',
    ordered: '{{name}}送出了訂單',
    guests_other: '{{name}}把人數設為 {{count}} 位',
    dineIn: '{{name}}選擇內用',
    toGo: '{{name}}選擇外帶',
    orderType: '{{name}}更改了用餐方式',
    refused: '這項更動沒有成功。',
    unsigned: {
      own: {
        added: '餐廳為您加了{{product}} ×{{quantity}}',
        removed: '餐廳從您的餐點拿掉了{{product}} ×{{quantity}}',
        notes: '餐廳修改了您的{{product}}的備註',
      },
      others: {
        added: '{{name}}的餐點多了{{product}} ×{{quantity}}',
        removed: '{{name}}的餐點少了{{product}} ×{{quantity}}',
        notes: '{{name}}的{{product}}備註有更動',
      },
      emptied: '本桌的購物車已清空',
    },
    someDish: '一道餐點',
  },

  missed_other: '您離開時有 {{count}} 項更動',
  beforeYou_other: '您加入前有 {{count}} 項更動',
  see: '查看',

  story: {
    open: '{{name}}為什麼在這裡？',
    title: '這道餐點為什麼在這裡？',
    nothing: '這支手機加入之前，它就在購物車裡了。',
  },
} as const;
