import { codes } from '#contract/codes.ts';
import type { StaffRole } from '#contract/staff-rights.ts';
import { createStatusRefusal } from '#server/platform/http/routes/route.ts';
import type { Approvals } from '#server/service/fulfilment/staff-limits.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { identifyDevice, type DeviceDeps } from './device.ts';
import { checkPin, type LoginDeps } from './log-in.ts';
import { hasPin, readPeople } from './people.ts';

/** Lets an owner or a manager approve an act on somebody else's device by PIN. Wrong PINs count like those of a login. */
export function createApprovals(
  deps: DeviceDeps & Pick<LoginDeps, 'clock'>,
  merchantId: string,
  { role, header }: Pick<Approvals, 'role'> & { header(name: string): string | undefined },
): Approvals {
  const canApprove = (person: { readonly role: StaffRole }) =>
    person.role === 'owner' || person.role === 'manager';
  return {
    role,
    async check(approval) {
      const device = await identifyDevice(deps, merchantId, header);
      const person = await checkPin(deps, { merchantId, device }, approval);
      if (!canApprove(person))
        throw createStatusRefusal(codes.forbidden, getServerTexts('staff.cannotApprove'));
      return { ...person, id: approval.personId };
    },
    async list() {
      const people = await readPeople(deps.db, merchantId);
      return people
        .filter((person) => canApprove(person) && hasPin(person))
        .map(({ id, name, role: of }) => ({ id, name, role: of }));
    },
  };
}
