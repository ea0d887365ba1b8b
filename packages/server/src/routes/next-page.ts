// SPDX-License-Identifier: Apache-2.0
/**
 * Where a list goes on, for the Link field: the same query with the cursor of the next page (contract 1.7).
 * @param address public address of the list, never derived from the Host header
 * @returns undefined on the last page
 */
export function nextPage(
  address: string,
  query: Readonly<Record<string, string>>,
  cursor: string | null,
): string | undefined {
  if (cursor === null) return undefined;
  return `${address}?${new URLSearchParams({ ...query, cursor })}`;
}
