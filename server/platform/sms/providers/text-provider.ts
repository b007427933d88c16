import type { CallProvider } from '#server/platform/connections/call-provider.ts';
import type { ProviderProblem } from '#server/platform/connections/connections.ts';

export interface OutgoingText {
  /** In E.164: `+886912345678`. */
  readonly to: string;
  readonly text: string;
}

/** Sends a text. Returns undefined if the provider accepted it. */
export type SendByProvider = (
  call: CallProvider,
  fields: Readonly<Record<string, string>>,
  message: OutgoingText,
) => Promise<ProviderProblem | undefined>;
