/** The cart's rules for other programs: read a log, fold it, explain a line, add up a bill. */
export {
  describeLogFileError,
  LogReader,
  readLogFile,
  writeLogFile,
  type LogFile,
  type LogHeader,
} from '#events/records/log-file.ts';
export { append, emptyLog, logOf, type Log } from '#events/records/log.ts';
export type { LogRecord, ServiceRecord } from '#events/records/records.ts';
export { eventSchema, type AnyEvent, type CartEvent } from '#events/cart/registry.ts';
export { interpretService, serviceEventSchema, type ServiceEvent } from '#events/fulfilment/service-event.ts';
export {
  mergeAll,
  mergeNews,
  projectCartView,
  type CartView,
  type Merged,
} from '#projections/merge/cart-view.ts';
export { convertViewToJson, type ViewJson } from '#projections/merge/view-json.ts';
export { createExplainer, explain, type Explanation } from '#projections/merge/explain.ts';
export { foldOrderLife, type OrderLife } from '#projections/service/order-life.ts';
export { calculateBillTotals, type BillTerms, type BillTotals } from '#projections/bill/taxes.ts';
export { calculateLineAmount, sum, type Amount } from '#projections/bill/money.ts';
export { splitEqually, splitIntoOwnParts, type Bill, type Part } from '#projections/bill/split.ts';
export { explainEvent } from '#tools/replay/why.ts';
