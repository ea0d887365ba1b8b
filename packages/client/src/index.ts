// SPDX-License-Identifier: Apache-2.0
export type { Meta, Reply } from './answer.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export { PlumblineApiError, PlumblineConnectionError } from './errors.ts';
export type { RateLimit } from './rate-limit.ts';
export type { CallOptions } from './transport.ts';
