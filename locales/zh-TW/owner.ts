import type { OwnerTexts } from '../texts.ts';

const owner: OwnerTexts = {
  back: '回到訂單',
  notYours: '您的角色不能使用這個頁面，店主可以變更。',
  choose: '餐廳管理頁面',
  secret: { share: '分享', copy: '複製', copied: '已複製', done: '完成，已經存好' },
  leave: {
    title: '不儲存就離開嗎？',
    text: '這裡的修改還沒有儲存。',
    stay: '留在這裡',
    yes: '不儲存，直接離開',
  },
  pages: {
    menu: '菜單',
    house: '餐廳',
    numbers: '報表',
    till: '收銀系統',
    printers: '印表機',
    connections: '外部服務',
    chain: '連鎖',
  },
};

export default owner;
