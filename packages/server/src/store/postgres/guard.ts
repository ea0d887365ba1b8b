// SPDX-License-Identifier: Apache-2.0
import { publicFault } from './fault.ts';

type Method = (...args: unknown[]) => Promise<unknown>;

/** The same interface; what goes wrong on the way to the server or in it becomes `overloaded`, 503. */
export function guarded<Part extends object>(part: Part): Part {
  const methods = Object.entries(part).map(([name, method]) => [
    name,
    (...args: unknown[]) =>
      (method as Method)(...args).catch((error: unknown) => {
        throw publicFault(error);
      }),
  ]);
  return Object.fromEntries(methods) as Part;
}
