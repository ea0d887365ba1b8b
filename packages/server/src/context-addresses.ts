// SPDX-License-Identifier: Apache-2.0
import type { Config } from './config-schema.ts';

/** Public addresses without a closing slash; never derived from the Host header. */
export interface Addresses {
  readonly baseUrl: () => string;
  readonly siteUrl: () => string;
  readonly listeningAt: (url: string) => void;
}

export function createAddresses({ settings }: Config): Addresses {
  let listening = listeningUrl(settings.host, settings.port);
  const baseUrl = () => settings.base_url ?? listening;
  return {
    baseUrl,
    siteUrl: () => settings.site_url ?? baseUrl(),
    listeningAt: (url) => {
      listening = url;
    },
  };
}

/** An address that a browser on this machine can open. */
export function listeningUrl(host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}
