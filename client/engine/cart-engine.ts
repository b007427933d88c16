import type { Observable } from 'rxjs';
import type { MessageData, MessageType } from '#contract/messages.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { Present } from '#projections/feed/presence.ts';
import type { Missed, CartCommands, CartStatus, TableCart } from '../cart/table-cart.ts';
import type { PlaceResult } from '#sync/ports/effect.ts';
import type { PlaceRequest } from '#sync/ports/input.ts';
import type { Author } from '#sync/commands/create-event.ts';
import type { ClaimedLog } from '#sync/open.ts';
import type { CartStorage, LogKey } from '#sync/ports/storage.ts';
import type { CartTransport, ServerVersion } from '#sync/ports/transport.ts';
import type { RunRow } from '#sync/recording/recording.ts';
import type { OrderTable } from '#sync/wire/order-detail.ts';
import type { Environment } from '../environment/environment.ts';
import type { TableGroup } from '../group/table-group.ts';
import type { Presence } from '../group/presence.ts';
import type { State } from '../environment/state.ts';
import type { Tabs } from '../tabs/tabs.ts';
import type { TableNotice } from '#sync/ports/table-notice.ts';

export interface EngineOptions {
  readonly log: LogKey;
  readonly claim: ClaimedLog & { release(): void };
  readonly table: OrderTable;
  /** The diner as the author of events. Asked for each command, because diners may give a name later. */
  readonly getAuthor: () => Author;
  /** The diner's ids at this session before they logged in on this phone. Default: none. */
  readonly earlierIds?: readonly string[];
  readonly browserId: () => string;
  readonly storage: CartStorage;
  /** False if the storage is only the memory of the page. */
  readonly isDurable: boolean;
  readonly transport: CartTransport;
  /** The diner's other tabs at this table. Default: there are none. */
  readonly tabs?: Tabs;
  /** undefined for an order without a table, which has no group. */
  readonly group: TableGroup | undefined;
  /** Default: the engine knows of no other diners. */
  readonly presence?: Presence;
  readonly env: Environment;
  /** After this many stable events, the rows on disk are replaced by a summary. Default: `defaultSummaryAfter`. */
  readonly summaryAfter?: number;
  /** Receives the opening and each input before it is handled. Must not throw. */
  readonly record?: ((row: RunRow) => void) | undefined;
}

/** The engine of one log: one diner at one table session in one tab. */
export interface CartEngine {
  /** The owner of the log. */
  readonly userId: string;
  readonly cart: State<TableCart>;
  readonly status: State<CartStatus>;
  readonly notices: Observable<TableNotice>;
  /** Other diners whose phones have sent a message at this table. */
  readonly presence: State<readonly Present[]>;
  /** Changes that others made while the app was not visible. */
  readonly missed: State<Missed>;
  /** Call this when the diner has looked at the missed changes. */
  markMissedSeen(): void;
  /** Loads all records that this phone has of the diner's logs of this session: all tabs, with the archive. */
  loadHistory(): Promise<readonly LogRecord[]>;
  /** The diner's ids at this session before they logged in. */
  readonly earlierIds: readonly string[];
  readonly commands: CartCommands;
  /** Returns the events that this phone knows. An order placed now would take exactly these. */
  getKnown(): VersionVector;
  /** The records that are not yet handed to the disk. */
  getWaiting(): readonly LogRecord[];
  /** Returns the version of the cart that this phone knows, in the form of its server. */
  getCartVersion(): ServerVersion;
  /** Sends pending changes, then places the order that the diner saw. */
  place(request: PlaceRequest): Promise<PlaceResult>;
  /** Asks once for the outcome of a placement without an answer. undefined: there is no such placement. */
  resumePlacement(): Promise<PlaceResult | undefined>;
  /** Like `resumePlacement`, but repeats the question until there is an outcome. */
  waitForPlacement(): Promise<PlaceResult | undefined>;
  /** Resolves with true when every own change has an answer, with false after `timeoutMs`. */
  waitUntilSent(timeoutMs: number): Promise<boolean>;
  /** Sends the table a message that is not an event. */
  publish(messageType: MessageType, data: MessageData): void;
  /** Asks the server for events that this phone lacks. */
  refresh(): void;
  close(): Promise<void>;
}
