import type { Selectable } from 'kysely';
import { readStations, type StationInUse, type Stations } from '#server/menu/stations.ts';
import type { Printer } from '#server/menu/printers.ts';
import type { Database } from '#server/platform/store/schema.ts';
import type { Db } from '#server/platform/store/transactions.ts';

export type PrintJobRow = Selectable<Database['print_jobs']>;

/** The subject of a ticket. Its texts are read when it is printed, so that they are up to date. */
export type PrintWhat =
  | { readonly kind: 'round' }
  /** @param copy from 1 */
  | { readonly kind: 'reprint'; readonly copy: number }
  /** The bill of the order, or its receipt. @param copy 0: the first print; n: copy n of a receipt */
  | { readonly kind: 'receipt'; readonly copy: number }
  /** A test of the printer. It belongs to no order. */
  | { readonly kind: 'test' }
  /** Opens the cash drawer and prints nothing. */
  | { readonly kind: 'drawer' }
  /** Dishes of a course that the kitchen makes now, or later than it was told. */
  | {
      readonly kind: 'fired' | 'held';
      readonly course: number;
      readonly orderItemIds: readonly string[];
    }
  /** Dishes that staff added to an ordered round, or voided. */
  | {
      readonly kind: 'added' | 'void';
      readonly orderItemId: string;
      readonly quantity: number;
    }
  /** A dish that is on the bill of another table since. @param from the table where it was; null: to go */
  | {
      readonly kind: 'moved';
      readonly orderItemId: string;
      readonly quantity: number;
      readonly from: string | null;
    };

export function readPrintKind({ body }: Pick<PrintJobRow, 'body'>): PrintWhat['kind'] {
  return (JSON.parse(body) as PrintWhat).kind;
}

const minute = 60_000;
/** Older tickets are not printed any more, ms. */
const oldestTicket = 12 * 60 * minute;
/** A drawer that opens later than this would surprise people, and an old test print is of no use. */
const oldest: Partial<Record<PrintWhat['kind'], number>> = { drawer: minute, test: 10 * minute };

/** Whether it is too late to print the job. An unreadable job counts as a ticket. */
export function isTooOld(job: PrintJobRow, now: number): boolean {
  return now - job.created_at > (oldest[readKindOrRound(job)] ?? oldestTicket);
}

function readKindOrRound(job: PrintJobRow): PrintWhat['kind'] {
  try {
    return readPrintKind(job);
  } catch {
    return 'round';
  }
}

/** A job with the printer that has to print it. */
export interface Task {
  readonly job: PrintJobRow;
  readonly stations: Stations;
  /** Undefined if the job belongs to no station, or to one that was removed. */
  readonly station: StationInUse | undefined;
  /** Undefined if it was removed. */
  readonly printer: Printer | undefined;
}

export async function findTask(db: Db, job: PrintJobRow): Promise<Task> {
  return createTask(await readStations(db, job.merchant_id), job);
}

export function createTask(stations: Stations, job: PrintJobRow): Task {
  const station = stations.all.find(({ id }) => id === job.station);
  const printer =
    job.printer_id === null ? station?.printer : stations.printers.find(({ id }) => id === job.printer_id);
  return { job, stations, station, printer };
}

/** A task whose printer exists. */
export type PrinterTask = Task & { readonly printer: Printer };
