// SPDX-License-Identifier: Apache-2.0
import { Type } from 'typebox';
import { BOUNDS } from '../limits.ts';
import { defineOperation } from '../operation.ts';
import {
  ChainLatestSchema,
  ChainStatusSchema,
  ConsistencyProofSchema,
  InclusionProofSchema,
  LedgerVerificationSchema,
  StrictTableSchema,
} from '../schemas/ledger.ts';
import { choice } from '../schemas/scalars.ts';

const PUBLIC = {
  method: 'GET',
  tag: 'ledger',
  envelope: 'pub',
  access: { kind: 'open' },
  limits: [],
  cors: 'public',
  cache: 'live',
  produces: ['application/json'],
  successStatus: 200,
  errors: ['ledger_unavailable'],
  cost: 'none',
  proof: true,
} as const;

const number = (description: string) => Type.String({ pattern: '^(0|[1-9][0-9]{0,14})$', description });
const optionalNumber = (description: string) => Type.Optional(number(description));
const names = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }));

const WITHHELD = {
  names: ['description', 'preimage', 'payload', 'body', 'raw', 'salt'],
  lists: ['fields', 'include', 'expand'],
} as const;
const withheld = () => names('Always refused with 403.');

/** contract section 5. */
export const ironledgerVerify = defineOperation({
  ...PUBLIC,
  id: 'ironledgerVerify',
  path: '/api/ironledger/verify',
  summary: 'Whether the ledger holds',
  description:
    'Chain, tree, checkpoints, tiles and policies, part by part. 200 also where it is broken; health then fails. At ' +
    'most 60 s old; goes on from what a full scan has verified, and says so.',
  output: LedgerVerificationSchema,
  examples: [
    {
      name: 'a fresh ledger',
      expect: { status: 200, data: { canonical_spine_valid: true, verdict: 'VALID', first_error: null } },
    },
  ],
});

const STRICT_QUERY = Type.Object({
  from: optionalNumber('First index.'),
  to: optionalNumber('Last index, included.'),
  kind: Type.Optional(Type.String({ pattern: '^[a-z]{1,32}$', description: 'Only entries of this type.' })),
  order: Type.Optional(choice(['asc', 'desc'], 'By index; default asc.')),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]?|[1-4][0-9]{2}|500)$',
      description: `Rows, 1 to ${BOUNDS.strictRows}; default 100.`,
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'Of the page before, with the same filter.' })),
  fields: names('Members of the rows, separated by commas.'),
  include: names('Like `fields`; nothing can be added to the rows.'),
  expand: names('Like `fields`; nothing can be added to the rows.'),
  description: withheld(),
  preimage: withheld(),
  payload: withheld(),
  body: withheld(),
  raw: withheld(),
  salt: withheld(),
});

const STRICT = {
  ...PUBLIC,
  summary: 'Entries, without anything that they are about',
  description:
    'Index, time, kind, hashes and signer of each entry. Descriptions and preimages are given to nobody: naming one, as a ' +
    'parameter or in `fields`, `include` or `expand`, is 403.',
  query: STRICT_QUERY,
  withheld: WITHHELD,
  output: StrictTableSchema,
  errors: ['ledger_unavailable', 'withheld_by_policy', 'invalid_cursor'],
  examples: [
    {
      name: 'the first entry',
      query: { limit: '1' },
      expect: { status: 200, data: { rows: [{ index: 0, kind: 'genesis' }], omitted: ['description', 'preimage'] } },
    },
    {
      name: 'a preimage is withheld',
      query: { fields: 'index,payload' },
      expect: { status: 403, code: 'withheld_by_policy' },
    },
    { name: 'no such field', query: { fields: 'colour' }, expect: { status: 400, code: 'invalid_parameter' } },
  ],
} as const;

export const strictTable = defineOperation({ ...STRICT, id: 'strictTable', path: '/api/ironledger/strict-table' });
export const chainStrictTable = defineOperation({
  ...STRICT,
  id: 'chainStrictTable',
  path: '/api/chain/strict-table',
});
export const ironledgerRows = defineOperation({ ...STRICT, id: 'ironledgerRows', path: '/api/ironledger/rows' });

export const chainStatus = defineOperation({
  ...PUBLIC,
  id: 'chainStatus',
  path: '/api/chain/status',
  summary: 'Integrity, head, genesis and freshness',
  description:
    'Cheap: from the head row and the newest checkpoint. Freshness by witnesses is by their clocks, not ours.',
  output: ChainStatusSchema,
  examples: [{ name: 'a fresh ledger', expect: { status: 200, data: { writer: { mode: 'writing' } } } }],
});

export const chainLatest = defineOperation({
  ...PUBLIC,
  id: 'chainLatest',
  path: '/api/chain/latest',
  summary: 'The newest published entry',
  description: 'The last entry that the newest checkpoint covers.',
  output: ChainLatestSchema,
  examples: [{ name: 'a fresh ledger', expect: { status: 200, data: { confirmations: 1 } } }],
});

export const inclusionProof = defineOperation({
  ...PUBLIC,
  id: 'inclusionProof',
  path: '/api/chain/proof/inclusion',
  summary: 'That an entry is in the tree',
  description: 'RFC 9162 inclusion path. The checkpoint comes along where one was signed for the size.',
  query: Type.Object({
    index: number('Index of the entry.'),
    size: optionalNumber('Size of the tree; default that of the newest checkpoint.'),
  }),
  output: InclusionProofSchema,
  examples: [
    { name: 'genesis', query: { index: '0' }, expect: { status: 200, data: { index: 0 } } },
    {
      name: 'past the newest checkpoint',
      query: { index: '999999999' },
      expect: { status: 400, code: 'invalid_parameter' },
    },
  ],
});

export const consistencyProof = defineOperation({
  ...PUBLIC,
  id: 'consistencyProof',
  path: '/api/chain/proof/consistency',
  summary: 'That a tree extends an older one',
  description: 'RFC 9162 consistency proof between two sizes that checkpoints cover.',
  query: Type.Object({
    from: number('Size of the older tree, at least 1.'),
    to: optionalNumber('Size of the newer tree; default that of the newest checkpoint.'),
  }),
  output: ConsistencyProofSchema,
  examples: [
    { name: 'from genesis on', query: { from: '1' }, expect: { status: 200, data: { from: 1 } } },
    {
      name: 'past the newest checkpoint',
      query: { from: '1', to: '999999999' },
      expect: { status: 400, code: 'invalid_parameter' },
    },
  ],
});
