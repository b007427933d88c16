export default {
  required: '必選',
  optional: '可不選',
  choose: '請選 {{count}} 項',
  chooseUpTo: '最多可選 {{count}} 項',
  chooseBetween: '請選 {{min}} 至 {{max}} 項',
  missing_other: '「{{group}}」還需選 {{count}} 項',
  notes: '給廚房的備註',
  notesPlaceholder: '例如：不要香菜、醬料分開放',
  notesCounter: '已輸入 {{used}} 字，最多 {{most}} 字',
  howMany: '數量',
  addFor: '加入 · {{price}}',
  added: '已加入購物車：{{name}} × {{quantity}}',
  again: {
    title: '和上次一樣',
    action: '再來一份',
    another: '換個做法',
  },
} as const;
