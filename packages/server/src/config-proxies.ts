// SPDX-License-Identifier: Apache-2.0
import { isIP } from 'node:net';
import type { Settings } from './config-schema.ts';

type At = readonly [pointer: string, text: string];

/** The form alone lets through `abc` and `10.0.0.0/33`. @returns problems as `[pointer, message]` */
export function proxyProblems({ trusted_proxies }: Pick<Settings, 'trusted_proxies'>): At[] {
  return trusted_proxies.flatMap((cidr, i): At[] =>
    isNetwork(cidr)
      ? []
      : [[`/trusted_proxies/${i}`, `${cidr} is no network: write it such as 10.0.0.0/8 or fd00::/8`]],
  );
}

function isNetwork(cidr: string): boolean {
  const [address = '', prefix = '0'] = cidr.split('/');
  const family = isIP(address);
  return family !== 0 && Number(prefix) <= (family === 4 ? 32 : 128);
}
