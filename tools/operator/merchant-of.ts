import type { WholeMerchant } from '#server/catalogue/merchant-rows.ts';
import type { Operator } from '#server/operator/operator.ts';
import { StartError } from '#server/process/start-error.ts';

/** The restaurant of this id; a StartError that names those that are there when there is none. */
export async function merchantOf(operator: Operator, id: string): Promise<WholeMerchant> {
  const whole = await operator.readMerchant(id);
  if (whole) return whole;
  const ids = await operator.merchantIds();
  const known = ids.length > 0 ? `there are ${ids.join(', ')}` : 'there is none yet';
  throw new StartError(`there is no merchant ${id}: ${known}`);
}
