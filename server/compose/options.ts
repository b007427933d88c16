import type { FastifyBaseLogger } from 'fastify';
import type { AuthDeps } from '../ordering/auth/identify.ts';
import type { CartDeps } from '../ordering/cart/change-cart.ts';
import type { MemberDeps } from '../ordering/members/login.ts';
import type { OrderDeps } from '../ordering/orders/placing/place-order.ts';
import type { Subscription } from '../ordering/subscribers.ts';
import type { MailDeps } from '../platform/mail/mail.ts';
import type { LogLevel } from '../platform/config/config-values.ts';
import type { Config } from '../platform/config/config.ts';
import type { LimiterDeps } from '../platform/http/routes/limiters.ts';
import type { Route } from '../platform/http/routes/route.ts';
import type { Clock, Ids, Random } from '../platform/lifecycle/clock.ts';
import type { OrderCodeDeps } from '../platform/sms/order-codes.ts';
import type { PictureFiles } from '../platform/pictures/picture-files.ts';
import type { StaffDeps } from '../service/staff/routes.ts';

/** Parts that a caller may replace. Tests pass their own clock, ids and log. Benchmarks add routes and subscriptions. */
export interface ServerOptions {
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly random?: Random;
  readonly host?: string;
  readonly logLevel?: LogLevel;
  readonly logStream?: { write(line: string): void };
  readonly print?: (line: string) => void;
  /** Fails a call whose answer does not match the schema of its contract. */
  readonly checkAnswers?: boolean;
  /** The folder of the built apps, default `dist`. */
  readonly appDir?: string;
  readonly moreRoutes?: (deps: Deps) => readonly Route[];
  readonly moreSubscriptions?: readonly Subscription[];
}

/** The dependencies of all routes and background work. Each of them declares the part that it uses. */
export type Deps = AuthDeps &
  CartDeps &
  OrderDeps &
  MemberDeps &
  OrderCodeDeps &
  MailDeps &
  LimiterDeps &
  StaffDeps & {
    readonly config: Config;
    readonly log: FastifyBaseLogger;
    readonly pictures: PictureFiles;
  };

/** Functions that close the parts, in the order of opening. The server calls them in reverse order. */
export type Closers = (() => Promise<void>)[];
