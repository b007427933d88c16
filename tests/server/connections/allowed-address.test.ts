/** Addresses that a merchant's webhook may have (CX31). */
import type { lookup } from 'node:dns/promises';
import { describe, expect, test } from 'vitest';
import {
  findAddressProblem,
  createAllowedLookup,
  isAllowed,
  findResolvedProblem,
} from '#server/platform/connections/allowed-address.ts';
import { readNetwork, type Network } from '#server/platform/config/network.ts';

const house = [readNetwork('192.168.1.0/24')!, readNetwork('fd00::5')!];

describe('CX31: addresses of webhooks', () => {
  test.each([
    '127.0.0.1', '127.9.9.9', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.9', '169.254.169.254', '100.64.0.1',
    '192.0.0.170', '198.18.0.1', '224.0.0.1', '255.255.255.255', '240.0.0.1', '::', '::1', 'fe80::1', 'fc00::1', 'fd00::5',
    'ff02::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:7f00:1::', '2001:db8::1', 'localhost', '',
    '::127.0.0.1', '::7f00:1', '::a00:1', '::8.8.8.8', '::ffff:0:7f00:1', '64:ff9b:1::7f00:1', '2001:0:7f00:1::', 'fec0::1',
    '100::1', '3fff::1', '5f00::1', '4000::1', 'fe80::1%eth0', '192.88.99.1',
  ])('%s is not a public address', (address) => {
    expect(isAllowed(address, [])).toBe(false);
  }); // prettier-ignore

  test('the installation allows its listed addresses, and no more', () => {
    const checkAddresses = (networks: readonly Network[], ...addresses: string[]) =>
      new Set(addresses.map((address) => isAllowed(address, networks)));
    expect(checkAddresses([], '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8')).toEqual(new Set([true]));
    expect(checkAddresses(house, '192.168.1.9', '::ffff:192.168.1.9', 'fd00::5')).toEqual(new Set([true]));
    expect(checkAddresses(house, '192.168.2.9', 'fd00::6', '127.0.0.1')).toEqual(new Set([false]));
    expect(new Set(['here', '10.0.0.0/33', '10.0.0.1/', ''].map(readNetwork))).toEqual(new Set([undefined]));
  });

  test.each([
    ['https://till.example/orders', undefined],
    ['http://till.example/orders', 'notHttps'],
    ['https://me:secret@till.example/', 'notHttps'],
    ['ftp://till.example/', 'noAddress'],
    ['till.example', 'noAddress'],
    ['https://127.0.0.1:3000/metrics', 'notPublic'],
    ['https://2130706433/', 'notPublic'],
    ['https://0x7f.1/', 'notPublic'],
    ['https://[::1]/', 'notPublic'],
    ['https://[::ffff:7f00:1]/', 'notPublic'],
    ['https://[::127.0.0.1]/', 'notPublic'],
    ['https://[::7f00:1]/', 'notPublic'],
    ['https://[::FFFF:127.0.0.1]/', 'notPublic'],
    ['https://0177.0.0.1/', 'notPublic'],
    ['https://0x7f000001/', 'notPublic'],
    ['https://127.0.0.1./', 'notPublic'],
    ['https://１２７.０.０.１/', 'notPublic'],
    ['HTTPS://127.0.0.1/', 'notPublic'],
    ['HTTPS://TILL.example/orders', undefined],
    ['https://169.254.169.254/latest/meta-data', 'notPublic'],
    ['http://192.168.1.9:8080/orders', undefined],
    ['http://8.8.8.8/', 'notHttps'],
  ])('%s: %s', (address, problem) => {
    expect(findAddressProblem(address, house)).toBe(problem);
  });

  test('a name is looked up, and refused if it leads to a private address or nowhere', async () => {
    expect(await findResolvedProblem('https://localhost/', [])).toBe('notPublic');
    expect(await findResolvedProblem('https://nowhere.invalid/', [])).toBe('notFound');
  });

  test('a name that changes its address after the check is checked again when connecting', async () => {
    const lookUpAddresses = async (networks: readonly Network[], ...addresses: string[]) => {
      const find = (async () =>
        addresses.map((address) => ({ address, family: 4 }))) as unknown as typeof lookup;
      return await new Promise((resolve) => {
        createAllowedLookup(networks, find)('till.example', { all: true }, (error, list) =>
          resolve(error ? error.message : list),
        );
      });
    };
    expect(await lookUpAddresses([], '8.8.8.8')).toEqual([{ address: '8.8.8.8', family: 4 }]);
    expect(await lookUpAddresses([], '8.8.8.8', '10.0.0.1')).toBe(
      'till.example does not lead to a public address',
    );
    expect(await lookUpAddresses([], '127.0.0.1')).toBe('till.example does not lead to a public address');
    expect(await lookUpAddresses(house, '192.168.1.1')).toEqual([{ address: '192.168.1.1', family: 4 }]);
  });
});
