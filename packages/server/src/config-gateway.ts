// SPDX-License-Identifier: Apache-2.0
/** Settings of the agent gateway: the limits of its routes, and who answers where a chat names nobody. */
import { Type } from 'typebox';

const count = (fallback: number, description: string) =>
  Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: fallback, description });

/** Members of the group `limits`. */
export const GATEWAY_LIMITS = {
  query_per_minute: count(10, 'Questions in 60 s, by network.'),
  query_per_day: count(200, 'Questions in one UTC day, by network.'),
  chat_per_minute: count(20, 'Messages to ember, lumen and chat in 60 s, by network; each route counts by itself.'),
  pulse_per_minute: count(5, 'Pulses in 60 s, by network.'),
  voice_per_minute: count(10, 'Texts to speak in 60 s, by network.'),
  receipts_per_hour: count(10, 'Receipts in an hour, by network.'),
  receipts_per_day: count(30, 'Receipts in one UTC day, by network.'),
  receipts_per_day_overall: count(10_000, 'Receipts in one UTC day, from all networks together.'),
  withdrawals_per_minute: count(10, 'Attempts to withdraw a receipt in 60 s, by network.'),
};

/** Nodes of `/api/chat` (specification 2.3). */
export const CHAT_NODE_IDS = ['S1_PLEX', 'S2_CASE', 'S3_TARS', 'S4_KIPP', 'S6_FORGE'] as const;

/** The group `gateway`. */
export const GatewaySchema = Type.Object(
  {
    chat_node: Type.Union(
      CHAT_NODE_IDS.map((id) => Type.Literal(id)),
      { default: 'S1_PLEX', description: 'Node of /api/chat where the message names none.' },
    ),
  },
  { additionalProperties: false, default: {}, description: 'The public gateway for agents.' },
);
