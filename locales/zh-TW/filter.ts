export default {
  title: '您的飲食需求',
  needs: '只看這些餐點',
  avoid: '避開含有這些的餐點',
  food: { pork: '豬肉', beef: '牛肉', chicken: '雞肉', lamb: '羊肉' },
  caution:
    '篩選依據餐點的基本做法，肉類則依菜單上的名稱與說明判斷；不包含您另選的口味與加料，也無法排除製作過程中的微量接觸。若會過敏，請務必告知服務人員。',
  undeclared: '沒有餐點標示含有{{list}}，請詢問服務人員。',
  options: '篩選條件不包含口味與加料，成分請詢問服務人員。',
  show_other: '查看 {{count}} 道餐點',
  showNone: '沒有符合的餐點',
} as const;
