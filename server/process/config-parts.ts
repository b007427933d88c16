/** Variables of the table server that are more than a word, read after their schema took them. */
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import * as z from 'zod/mini';
import { isWebAddress, reasonOf } from './config-values.ts';
import { jsonOf } from './json-of.ts';

/** Too many to try out at ten a minute. */
export const shortestPassword = 8;

interface OrderWebhook {
  readonly url: string;
  readonly secret: string;
}

/** What is wrong goes to `errors`, here and below. */
export function readRedirects(text: string, errors: string[]): Record<string, string> {
  const hint = 'REDIRECTS: must be JSON like {"/merchant/1001/member": "https://club.example/"}';
  const parsed = z.safeParse(z.record(z.string(), z.string()), jsonOf(text));
  if (!parsed.success) {
    errors.push(hint);
    return {};
  }
  for (const [from, to] of Object.entries(parsed.data))
    if (!from.startsWith('/') || !(/^\/(?!\/)/.test(to) || isWebAddress(to)))
      errors.push(`${hint}; this is not: ${JSON.stringify({ [from]: to })}`);
  return parsed.data;
}

export function readWebhook(
  address: string | undefined,
  secret: string | undefined,
  errors: string[],
): OrderWebhook | undefined {
  if (address === undefined && secret === undefined) return undefined;
  if (address !== undefined && secret !== undefined) return { url: address, secret };
  errors.push(
    `ORDER_WEBHOOK_${address === undefined ? 'URL' : 'SECRET'}: is missing; the order webhook needs both`,
  );
  return undefined;
}

export function readPasswords(text: string, errors: string[]): Record<string, string> {
  const passwords = z.record(z.string(), z.string().check(z.minLength(shortestPassword)));
  const parsed = z.safeParse(passwords, jsonOf(text));
  if (parsed.success) return parsed.data;
  errors.push(
    `STAFF_PASSWORDS: must be JSON like {"1001": "…"}, each password with at least ${shortestPassword} characters`,
  );
  return {};
}

/** A list of addresses, of which the origins count. */
export function readOrigins(name: string, text: string, errors: string[]): string[] {
  const sites = text.split(/[\s,]+/).filter(Boolean);
  for (const site of sites)
    if (!isWebAddress(site)) errors.push(`${name}: ${site} is not like https://pay.example`);
  return sites.filter(isWebAddress).map((site) => new URL(site).origin);
}

/** The data folder, which is made when it is missing. */
export function usableDir(dataDir: string, errors: string[]): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    if (!statSync(dataDir).isDirectory()) errors.push(`DATA_DIR: ${dataDir} is not a folder`);
    else accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    errors.push(`DATA_DIR: ${dataDir} cannot be used (${reasonOf(error)})`);
  }
  return dataDir;
}
