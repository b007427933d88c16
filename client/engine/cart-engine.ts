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
  /** Who writes; the name may be given later on. */
  readonly author: () => Author;
  /** Who the diner was at this session, on this phone, before they logged in. Default: nobody else. */
  readonly earlierIds?: readonly string[];
  readonly browserId: () => string;
  readonly storage: CartStorage;
  /** False when the storage is only the page's memory. */
  readonly isDurable: boolean;
  readonly transport: CartTransport;
  /** The diner's other tabs at this table; default: there are none. */
  readonly tabs?: Tabs;
  /** undefined: an order without a table has no group (D19). */
  readonly group: TableGroup | undefined;
  /** Default: nobody else is heard of. */
  readonly presence?: Presence;
  readonly env: Environment;
  /** G2: from so many settled events on the rows on disk are summed up. */
  readonly summaryAfter?: number;
  /** Hears what the engine is told, each before it is taken; it must not throw. Default: nobody does. */
  readonly record?: ((row: RunRow) => void) | undefined;
}

/** The engine around one log: one diner, one table session, one tab. */
export interface CartEngine {
  /** Whose log it is. */
  readonly userId: string;
  readonly cart: State<TableCart>;
  readonly status: State<CartStatus>;
  readonly notices: Observable<TableNotice>;
  /** The table's group is there, for the first time or anew: what it said until now was not heard (G6). */
  readonly connected: Observable<void>;
  /** The other diners whose phones have spoken at this table. */
  readonly presence: State<readonly Present[]>;
  /** What others did while the diner couldn't see it. */
  readonly missed: State<Missed>;
  /** The diner has looked at what was missed. */
  markMissedSeen(): void;
  /** Every record that this phone still has of the diner's logs of this session, all tabs, archive included. */
  loadHistory(): Promise<readonly LogRecord[]>;
  /** Who the diner was at this session before they logged in. */
  readonly earlierIds: readonly string[];
  readonly commands: CartCommands;
  /** What this phone knows now: the cut that an order placed now would take. */
  getKnown(): VersionVector;
  /** The version of the cart that this phone knows, as its server calls it (D27). */
  getCartVersion(): ServerVersion;
  /** Sends what is pending, then places what the diner saw (O1). */
  place(request: PlaceRequest): Promise<PlaceResult>;
  /** Asks what became of a placement whose answer never came (O2); undefined: there is none. */
  resumePlacement(): Promise<PlaceResult | undefined>;
  /** The same, and goes on asking until it is known: sooner when the network is back. */
  waitForPlacement(): Promise<PlaceResult | undefined>;
  /** Resolves when every own change has its answer; false when `timeoutMs` passed first (O4). */
  waitUntilSent(timeoutMs: number): Promise<boolean>;
  /** Tells the table something that is no event. */
  publish(messageType: MessageType, data: MessageData): void;
  /** Asks the server for what this phone lacks. */
  refresh(): void;
  close(): Promise<void>;
}
