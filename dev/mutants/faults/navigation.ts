import { faultsIn } from '../mutant.ts';

const rules = ['tests/shell/routes/navigation.test.ts'] as const;

export const navigation = [
  ...faultsIn('src/navigation/navigation-state.ts', ['tests/shell/routes/navigation-state.test.ts'], [
    { rule: 'CN3', fault: 'who is not known yet is locked out of a restaurant for members', code: "if (!member) return 'unknown';", broken: "if (!member) return 'no';" },
    { rule: 'CN3', fault: 'another merchant’s member passes', code: "if (knownMerchant !== merchantId || !token) return 'no';", broken: "if (!token) return 'no';" },
    { rule: 'CN4', fault: 'nothing is chosen before the table has answered', code: "return isLoaded ? 'none' : 'unknown';", broken: "return 'none';" },
    { rule: 'CN4', fault: 'the last restaurant’s choice holds at this one', code: "if (knownMerchant !== merchantId) return 'none';", broken: '' },
    { rule: 'CN3', fault: 'who may be a member is asked to log in', code: "return takesMembersOnly && member === 'no';", broken: "return takesMembersOnly && member !== 'yes';" },
    { rule: 'D19', fault: 'an order without a table is never chosen', code: "sessionValue.get(storageKeys.orderType) === undefined ? 'none' : 'chosen'", broken: "'none'" },
  ]),
  ...faultsIn('ui/routes/navigation.ts', rules, [
    { rule: 'CN8', fault: 'any other site may be opened', code: 'URL.canParse(target) && site.allowedOrigins.includes(new URL(target).origin)', broken: 'URL.canParse(target)' },
    { rule: 'CN3', fault: 'a guest sees a member’s pages', code: "membersOnly.has(route.name) && state.member === 'no'", broken: "membersOnly.has(route.name) && state.member === 'unknown'" },
    { rule: 'CN4', fault: 'the order page opens without an order type', code: "state.orderType === 'none')", broken: "state.orderType === 'unknown')" },
    { rule: 'CN9', fault: 'a merchant that does not exist has pages', code: 'if (route && !withoutMerchant.has(route.name) && state.merchantIsMissing) return notFound;', broken: '' },
    { rule: 'CN1', fault: 'the merchant of the query goes before the one of the path', code: "return inPath || new URLSearchParams(search).get('merchantId') || undefined;", broken: "return new URLSearchParams(search).get('merchantId') || inPath || undefined;" },
  ]),
]; // prettier-ignore
