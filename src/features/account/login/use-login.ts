import * as z from 'zod/mini';
import { useState } from 'react';
import { sendPhoneCode } from '#contract/calls/member.ts';
import { request } from '#client/api/call/client.ts';
import { ensureDiner } from '#src/diner/member.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useCountdown } from './countdown.ts';
import { loginFailure, sendCodeFailure, type LoginFailure } from './login-failure.ts';
import {
  codeLength,
  isCompletePhone,
  isForeignPhone,
  isUsefulPhone,
  localDigits,
  phoneLength,
} from './phone.ts';
import { sessionValue } from '#client/values/web-storage.ts';

/** CB8: phone and code empty, code asked for, logged in. `getCode` and `submit` resolve true when that worked. */
export function useLogin(merchantId: string) {
  const diner = useDiner();
  const [sent, setSent] = useState(readCodeRequest);
  const [phone, setPhone] = useState(sent?.phone ?? '');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState<'code' | 'login'>();
  const [failure, setFailure] = useState<LoginFailure>();
  const wait = useCountdown(sent?.askedAt);

  const canGetCode = wait === 0 && isUsefulPhone(phone) && !busy;
  const canSubmit = isCompletePhone(phone) && code.length === codeLength;

  const remember = (next: typeof sent) => {
    storeCodeRequest(next);
    setSent(next);
  };

  const getCode = async () => {
    if (!canGetCode) return false;
    setBusy('code');
    setFailure(undefined);
    try {
      // The login needs somebody whose lines come along, and the right merchant (D8, D17).
      await ensureDiner(merchantId);
      await request(sendPhoneCode, { body: { phone: localDigits(phone) }, merchantId });
      remember({ phone, askedAt: Date.now() });
      return true;
    } catch (error) {
      setFailure(sendCodeFailure(error));
      return false;
    } finally {
      setBusy(undefined);
    }
  };

  const submit = async () => {
    if (!canSubmit || busy) return false;
    setBusy('login');
    setFailure(undefined);
    try {
      await ensureDiner(merchantId);
      const result = await diner.logIn(localDigits(phone), code);
      if (result.ok) remember(undefined);
      else {
        setFailure(loginFailure(result.error));
        // The next code is typed afresh; without an answer the same one goes again.
        if (result.error?.code !== undefined) setCode('');
      }
      return result.ok;
    } catch (error) {
      console.warn('login failed', error);
      setFailure(loginFailure(error));
      return false;
    } finally {
      setBusy(undefined);
    }
  };

  return {
    phone,
    code,
    /** Enough was typed to know that no code can go there. */
    isPhoneWrong: (phone.length >= phoneLength || isForeignPhone(phone)) && !isUsefulPhone(phone),
    sentTo: sent?.phone,
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

/** Which phone a code was asked for, and when (ms). */
const schema = z.object({ phone: z.string(), askedAt: z.number() });

type CodeRequest = z.infer<typeof schema>;

/** Outlives a reload: phones drop the page while the diner looks up the code in another app. */
function readCodeRequest(): CodeRequest | undefined {
  return z.safeParse(schema, sessionValue.json(key)).data;
}

function storeCodeRequest(request: CodeRequest | undefined): void {
  sessionValue.set(key, request && JSON.stringify(request));
}
