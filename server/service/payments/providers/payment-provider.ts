/**
 * The hosted payment pages of other companies, with the restaurant's own account.
 *
 *     phone ── payOnline ──► start ──► the provider's page ──► back to the order page
 *     provider ── notice, signed ──► readNotice ──► recordPaymentResult ──► event orderPaid
 *     server ── find, while no notice comes ──► recordPaymentResult
 *     server ── refund ──► the money goes back, see `refunds/send-refunds.ts`
 *
 * A notice may be lost, late, repeated, or overtaken. `find` asks for the state, so no payment is lost with a notice.
 */
import type { LanguageCode } from '#contract/http/headers.ts';
import type { CallProvider } from '#server/platform/connections/call-provider.ts';
import type { ProviderProblem } from '#server/platform/connections/connections.ts';
import type { RefundProblemKind } from '#contract/calls/provider-refunds.ts';

export type ProviderFields = Readonly<Record<string, string>>;

/** A payment as the diner has started it. */
export interface Checkout {
  /** The id of the payment. */
  readonly id: string;
  /** The order's number, for the provider's page and its lists. */
  readonly serial: string;
  readonly restaurant: string;
  /** Decimal text with the restaurant's decimals. */
  readonly amount: string;
  readonly tip: string;
  readonly currency: string;
  readonly language: LanguageCode;
  /** ms since 1970. */
  readonly startedAt: number;
  /** Where the provider sends the diner back to. */
  readonly returnUrl: string;
  /** Where the provider sends its notices. */
  readonly noticeUrl: string;
}

/** What the hand-over page of this server does: it redirects, or it posts a form. */
export type HandOver =
  | { readonly redirect: string }
  | { readonly post: string; readonly form: Readonly<Record<string, string>> };

export interface Started {
  /** The provider's id of the payment. */
  readonly reference: string;
  readonly handOver: HandOver;
}

/** The state of a payment, by the provider. */
export interface ProviderResult {
  /** The provider's id of the payment, as `start` returned it. */
  readonly reference: string;
  readonly status: 'paid' | 'failed';
  /** What was taken, with the tip. Decimal text. */
  readonly total: string;
  readonly currency: string;
  /** The provider's id of the money, which a refund names. */
  readonly transaction: string;
}

/** A message of the provider, as it arrived. */
export interface Notice {
  readonly text: string;
  header(name: string): string | undefined;
  /** ms since 1970. */
  readonly now: number;
}

/** Money to give back of one payment. */
export interface RefundRequest {
  /** The id of the refund on this server, which the provider's notices repeat. */
  readonly id: string;
  /** The same for all attempts of which at most one may give money back. */
  readonly key: string;
  /** The provider's ids of the money and of the payment. */
  readonly transaction: string;
  readonly reference: string;
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
  /** When the diner started the payment, and the present time, in ms since 1970. */
  readonly startedAt: number;
  readonly now: number;
}

export interface RefundProblem {
  readonly kind: RefundProblemKind;
  /** The provider's own words, or an empty text. */
  readonly detail: string;
}

/**
 * The result of an attempt to give money back.
 *
 * | state | meaning |
 * |---|---|
 * | `done`, `pending` | the provider gives it back, or has not finished |
 * | `refused` | nothing is given back, and to repeat the same request does not help |
 * | `notSent` | this attempt did nothing; another one soon may work |
 * | `later` | nothing is given back before `at`, ms |
 * | `unanswered` | the provider may have done it |
 */
export type RefundOutcome =
  | { readonly state: 'done' | 'pending'; readonly refundId: string }
  | { readonly state: 'refused' | 'notSent' | 'unanswered'; readonly problem: RefundProblem }
  | { readonly state: 'later'; readonly at: number };

/** What a notice says about a refund of this server. */
export interface RefundNews {
  /** The id of the refund on this server. */
  readonly id: string;
  /** The provider's id of it. */
  readonly refundId: string;
  readonly outcome: RefundOutcome;
}

/** `ignored`: the message is authentic, but says nothing about a payment of this server. */
export type ReadNotice =
  | { readonly result: ProviderResult }
  | { readonly refund: RefundNews }
  | { readonly ignored: string }
  | { readonly forged: string };

export interface PaymentProvider {
  /** Why the provider cannot take this payment; undefined if it can. */
  findObstacle(checkout: Pick<Checkout, 'amount' | 'tip' | 'currency'>): 'currency' | 'unit' | undefined;
  start(call: CallProvider, fields: ProviderFields, checkout: Checkout): Promise<Started | ProviderProblem>;
  readNotice(fields: ProviderFields, notice: Notice): ReadNotice;
  /** The body that tells the provider that its notice was received. */
  readonly received: string;
  /** Asks for the state of a payment. Undefined while the diner has not paid. */
  find(
    call: CallProvider,
    fields: ProviderFields,
    reference: string,
  ): Promise<ProviderResult | ProviderProblem | undefined>;
  /** Gives back money of a payment, completely or in part. */
  refund(call: CallProvider, fields: ProviderFields, request: RefundRequest): Promise<RefundOutcome>;
  /** Whether a repeated request with the same key gives the money back only once. */
  readonly canRepeatRefunds: boolean;
  /** Asks for the state of a pending refund. Missing if the provider has no pending ones. */
  findRefund?(call: CallProvider, fields: ProviderFields, refundId: string): Promise<RefundOutcome>;
  /** Asks whether the keys are accepted. Undefined if they are. */
  check(call: CallProvider, fields: ProviderFields): Promise<ProviderProblem | undefined>;
}
