import type { MenuImportTexts } from '../texts.ts';

const menuImport: MenuImportTexts = {
  row: '第 {{row}} 列',
  cell: '第 {{row}} 列，{{column}}',
  line: '第 {{line}} 行',
  file: '這個檔案',
  more: '{{names}} 等，另有 {{count}} 項',

  utf16: '這個檔案是以 UTF-16 儲存的，請另存成「CSV UTF-8」後再選一次。',
  big5: '這個檔案是以 Big5 儲存的，請另存成「CSV UTF-8」後再選一次。',
  notUtf8: '這個檔案不是以 UTF-8 儲存的，請另存成「CSV UTF-8」後再選一次。',
  workbook: '這是試算表檔，請匯出成 CSV，再選那個檔案。',
  binary: '這不是文字檔，請選 CSV、YAML 或 JSON 檔。',
  empty: '這個檔案是空的。',
  unknown: '這個檔案不是菜單檔、有 Name 欄的 CSV、含有 Menu 的 JSON-LD，也不是 Square 匯出的檔案。',
  notJson: '這個檔案不是正確的 JSON：{{why}}',
  notYaml: '這個檔案無法讀取：{{why}}',
  brokenCsv: '有引號沒有結束，或引號出現在儲存格中間。',
  noDishes: '這個檔案裡沒有餐點。',
  noColumn: '缺少「{{name}}」欄。',
  columnTwice: '有兩個「{{name}}」欄。',
  noSection: '沒有分類，上面的列也都沒有。',
  optionWithoutDish: '是選項，但上面沒有餐點。',
  optionWithoutGroup: '是選項，但沒有選項組，上面的列也都沒有。',
  noPrice: '沒有固定價格，請填上價格，或刪除這一列。',
  menuElsewhere: '只是菜單的連結，請把該網頁存成 JSON-LD，再選那個檔案。',
  otherCurrency: '是 {{currency}}，但這家餐廳的價格是 {{own}}。',
  tooLarge: '這個檔案的修改超過一份草稿的上限，大約 900 道新餐點。請把檔案分開，每次匯入後先發布。',

  otherItems: '其他',
  variation: '選擇',
  extras: '加料',

  unusedColumns: '沒有用到：{{names}}',
  unusedParts: '不屬於菜單，所以沒有用到：{{names}}',
  noCurrency: '沒有註明貨幣的價格，視為 {{own}}。',
  archived_other: '有 {{count}} 個品項已封存或停售，沒有匯入。',
  modifierSets: '檔案裡只有這些選項組的名稱，請為新餐點補上選項：{{names}}',
  otherSection: '沒有分類的品項放在另一個分類裡。',
  severalCategories_other: '有 {{count}} 個品項屬於好幾個分類，以第一個為準。',
};

export default menuImport;
