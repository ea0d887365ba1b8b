// SPDX-License-Identifier: Apache-2.0

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json;
}

/** A plain deep copy; what JSON cannot say is left out, as JSON.stringify does. */
export function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
