// SPDX-License-Identifier: Apache-2.0
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** Proxies add at the right: what stands further left than this was not added by any of ours. */
const MAX_HOPS = 32;
const MAX_HEADER_LENGTH = 4_096;
/** The longest address with zone, brackets and port is far shorter. */
const MAX_HOST_LENGTH = 100;

/**
 * The network of an address as text: the address itself for IPv4, the first bits for IPv6 (contract 1.5). An IPv4 address
 * in IPv6 clothes (::ffff:1.2.3.4) is the IPv4 address.
 * @param ipv6PrefixBits 48..64
 * @returns null when it is not an address
 */
export function networkOf(address: string, ipv6PrefixBits: number): string | null {
  const plain = plainAddress(address);
  if (plain === null) return null;
  if (isIPv4(plain)) return `4 ${plain}`;
  const groups = ipv6Groups(plain);
  const whole = Math.floor(ipv6PrefixBits / 16);
  const kept = groups.slice(0, 4).map((group, index) => {
    if (index < whole) return group;
    const bits = Math.max(0, ipv6PrefixBits - index * 16);
    return group & ((0xffff << (16 - bits)) & 0xffff);
  });
  return `6 ${kept.map((group) => group.toString(16)).join(':')}/${ipv6PrefixBits}`;
}

/** Without zone, brackets or the IPv4 mapping; null when it is not an address. */
export function plainAddress(address: string): string | null {
  const bare = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  const kind = isIP(bare);
  if (kind === 0) return null;
  if (kind === 4) return bare;
  const groups = ipv6Groups(bare);
  const mapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (!mapped) return bare;
  const [high = 0, low = 0] = groups.slice(6);
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** Eight groups of a valid IPv6 address. */
function ipv6Groups(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const text = dotted ? `${dotted[1]}${pair(dotted[2], dotted[3])}:${pair(dotted[4], dotted[5])}` : address;
  const [left = '', right] = text.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const head = groups(left);
  if (right === undefined) return head;
  const tail = groups(right);
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

const pair = (high = '0', low = '0'): string => ((Number(high) << 8) | Number(low)).toString(16);

/**
 * @param cidrs such as `10.0.0.0/8`, `fd00::/8` or single addresses
 * @throws Error naming the first that is not a network
 */
export function trustedNetworks(cidrs: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', prefix] = cidr.split('/');
    const type = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null;
    const bits = prefix === undefined ? (type === 'ipv4' ? 32 : 128) : Number(prefix);
    if (type === null || !Number.isInteger(bits) || bits < 0 || bits > (type === 'ipv4' ? 32 : 128))
      throw new Error(`trusted_proxies: ${cidr} is not a network`);
    list.addSubnet(address, bits, type);
  }
  if (cidrs.length === 0) return () => false;
  return (address) => {
    const plain = plainAddress(address);
    return plain !== null && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };
}

/** Addresses of X-Forwarded-For, left to right; null for an element that is not an address. */
export function forwardedForAddresses(header: string): (string | null)[] {
  return lastElements(header).map(hostAddress);
}

/** The `for` addresses of Forwarded (RFC 7239), left to right; null for one that is hidden, unknown or not an address. */
export function forwardedAddresses(header: string): (string | null)[] {
  return lastElements(header).map((element) => {
    for (const parameter of element.split(';')) {
      const equals = parameter.indexOf('=');
      if (parameter.slice(0, equals).trim().toLowerCase() === 'for')
        return hostAddress(unquoted(parameter, equals + 1));
    }
    return null;
  });
}

function unquoted(parameter: string, from: number): string {
  const value = parameter.slice(from).trim();
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}

function lastElements(header: string): string[] {
  return header.slice(-MAX_HEADER_LENGTH).split(',').slice(-MAX_HOPS);
}

/** `1.2.3.4`, `1.2.3.4:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`. */
function hostAddress(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > MAX_HOST_LENGTH) return null;
  const host = trimmed.replace(/^(\d+\.\d+\.\d+\.\d+|\[[^\]]*\]):[0-9_a-z]+$/i, '$1');
  return plainAddress(host);
}
