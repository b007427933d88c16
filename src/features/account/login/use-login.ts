import * as z from 'zod/mini';
import { useState } from 'react';
import { sendPhoneCode } from '#contract/calls/member.ts';
import { request } from '#client/api/call/request.ts';
import { ensureDiner } from '#src/diner/member.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useCountdown } from './countdown.ts';
import { describeLoginFailure, sendCodeFailure, type LoginFailure } from './login-failure.ts';
import { codeLength, isHopeless, toWirePhone, type PhoneCountry } from './phone.ts';
import { sessionValue } from '#client/values/web-storage.ts';

/**
 * The state of the login form: phone → `getCode` → code → `submit`.
 * `getCode` and `submit` resolve with true on success, and otherwise set `failure`.
 */
export function useLogin(merchantId: string, country: PhoneCountry) {
  const diner = useDiner();
  const [sent, setSent] = useState(readCodeRequest);
  const [phone, setPhone] = useState(sent?.phone ?? '');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState<'code' | 'login'>();
  const [failure, setFailure] = useState<LoginFailure>();
  const wait = useCountdown(sent?.askedAt);

  const number = toWirePhone(phone, country);
  const canGetCode = wait === 0 && number !== undefined && !busy;
  const canSubmit = number !== undefined && code.length === codeLength;

  const updateSent = (next: typeof sent) => {
    storeCodeRequest(next);
    setSent(next);
  };

  const getCode = async () => {
    if (!canGetCode || number === undefined) return false;
    setBusy('code');
    setFailure(undefined);
    try {
      // The login turns this merchant's guest into a member, so the guest must be registered first.
      await ensureDiner(merchantId);
      await request(sendPhoneCode, { body: { phone: number }, merchantId });
      updateSent({ phone, askedAt: Date.now() });
      return true;
    } catch (error) {
      setFailure(sendCodeFailure(error));
      return false;
    } finally {
      setBusy((now) => (now === 'code' ? undefined : now));
    }
  };

  /** @param code given, because the last typed digit submits before the state has it */
  const submit = async (code: string) => {
    // The text may arrive before the answer to `getCode`.
    if (number === undefined || code.length !== codeLength || busy === 'login') return false;
    setBusy('login');
    setFailure(undefined);
    try {
      await ensureDiner(merchantId);
      const result = await diner.logIn(number, code);
      if (result.ok) updateSent(undefined);
      else {
        setFailure(describeLoginFailure(result.error));
        // A refused code is cleared. Without an answer the diner can submit the same code again.
        if (result.error?.code !== undefined) setCode('');
      }
      return result.ok;
    } catch (error) {
      console.warn('login failed', error);
      setFailure(describeLoginFailure(error));
      return false;
    } finally {
      setBusy(undefined);
    }
  };

  return {
    phone,
    code,
    /** True once the typed number cannot become valid any more. */
    isPhoneWrong: isHopeless(phone, country),
    /** The number that the last code was sent to. */
    sentTo: sent?.phone,
    /** Seconds until another code can be requested. */
    wait,
    canGetCode,
    canSubmit,
    busy,
    failure,
    changePhone: setPhone,
    changeCode: setCode,
    getCode,
    submit,
  };
}

const key = 'code-request';

/** The phone number that a code was requested for, and the time, ms since 1970. */
const schema = z.object({ phone: z.string(), askedAt: z.number() });

type CodeRequest = z.infer<typeof schema>;

/** Stored, because phones unload the page while the diner reads the code in another app. */
function readCodeRequest(): CodeRequest | undefined {
  return z.safeParse(schema, sessionValue.json(key)).data;
}

function storeCodeRequest(request: CodeRequest | undefined): void {
  sessionValue.set(key, request && JSON.stringify(request));
}
