// SPDX-License-Identifier: Apache-2.0
import { type Config, ConfigError } from '../config.ts';

type Setting = keyof Config['places'];
type Told = readonly [setting: Setting, message: (host: string, port: number, error: Error) => string];

/** What the system says of an address that cannot be listened on, by the setting that mends it. */
const PROBLEMS: Readonly<Record<string, Told>> = {
  EADDRINUSE: [
    'port',
    (host, port) =>
      `${port} is taken on ${host}: stop what listens there (another Plumbline, perhaps), or choose another`,
  ],
  EACCES: [
    'port',
    (_, port) =>
      `${port} may not be listened on by this user; below 1024 most systems ask for more rights: choose another`,
  ],
  EADDRNOTAVAIL: ['host', (host) => `${host} is no address of this machine; 127.0.0.1 is, and 0.0.0.0 stands for all`],
  EAFNOSUPPORT: ['host', (host) => `${host} is of a kind of address that this machine does not have`],
  ENOTFOUND: ['host', (host) => `${host} is no address, and no name that is known here`],
  EAI_AGAIN: ['host', (host) => `${host} is no address, and names cannot be looked up at the moment`],
};

/** The system's own words name call, code and address. */
const UNKNOWN: Told = ['host', (_host, _port, { message }) => message];

/** Of the calls that bind; the same codes of others mean something else. */
const BINDING: ReadonlySet<string> = new Set(['listen', 'bind', 'getaddrinfo']);

/** The error as one of the configuration, with the setting and where it was set; null for what is none. */
export function listenProblem({ settings, places }: Pick<Config, 'settings' | 'places'>, error: unknown) {
  if (!(error instanceof Error) || !('syscall' in error) || !BINDING.has(String(error.syscall))) return null;
  const code = 'code' in error ? String(error.code) : '';
  const { host, port } = settings;
  const [setting, message] = Object.hasOwn(PROBLEMS, code) ? (PROBLEMS[code] as Told) : UNKNOWN;
  const place = places[setting];
  return new ConfigError([`${place === '' ? '' : `${place}: `}${setting}: ${message(host, port, error)}`]);
}
