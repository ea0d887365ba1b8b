// SPDX-License-Identifier: Apache-2.0
/**
 * The error catalogue: one row per wire code. The HTTP status, the title, whether a retry can help and the text of the
 * problem page all come from here; a code without a page text does not compile.
 */
export interface ErrorRow {
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
  /** What the caller reads on /problems/{code}: what happened, and what to do. */
  readonly page: string;
}

const row = (status: number, title: string, page: string, retryable = false): ErrorRow => ({
  status,
  title,
  retryable,
  page,
});

export const ERRORS = {
  invalid_json: row(
    400,
    'The body is not valid JSON',
    'Send one JSON value, encoded as UTF-8. A truncated body or a trailing comma is enough to cause this.',
  ),
  invalid_unicode: row(
    400,
    'The text is not valid Unicode',
    'The body is not UTF-8, or a string holds NUL or half of a surrogate pair. Encode the text as UTF-8 and drop the character that the pointer names.',
  ),
  duplicate_member: row(
    400,
    'A member appears twice',
    'One object names the same member twice. Parsers disagree on which one counts, so neither does. Send each member once.',
  ),
  unknown_member: row(
    400,
    'A member is not known here',
    'The operation does not know this member. It is refused so that a misspelt option cannot be lost in silence. The pointer names it.',
  ),
  missing_member: row(400, 'A required member is missing', 'Add the member that the pointer names.'),
  invalid_type: row(
    400,
    'A member has the wrong type',
    'The pointer names the member; the detail says which type it takes.',
  ),
  too_short: row(
    400,
    'A value is too short',
    'Lengths are counted in Unicode code points. Text that is only white space counts as empty.',
  ),
  too_long: row(
    400,
    'A value is too long',
    'Lengths are counted in Unicode code points. The limit stands beside the pointer.',
  ),
  too_many: row(400, 'Too many items', 'Send fewer items; the limit stands beside the pointer.'),
  invalid_value: row(
    400,
    'A value is not allowed',
    'The value has the right type but not one of the forms allowed. The detail says which are.',
  ),
  invalid_parameter: row(
    400,
    'A query parameter is wrong',
    'A parameter of the address is missing, unknown or out of bounds. The detail names it.',
  ),
  invalid_cursor: row(
    400,
    'The cursor is not valid',
    'A cursor belongs to one filter and one order. Start again without it.',
  ),
  too_deep: row(
    400,
    'The body is nested too deeply',
    'At most 32 levels are read, and in the whole body 2,000 members and 20,000 elements of arrays. The detail says which was too much.',
  ),
  credential_in_url: row(
    400,
    'A credential was sent in the wrong place',
    'Keys belong in the Authorization header only. A key that was sent in an address or a body must be taken as leaked: rotate it.',
  ),
  role_forbidden: row(
    400,
    'This role cannot be sent',
    'A history holds turns of user and assistant. Other roles are not taken from callers.',
  ),
  affirmation_missing: row(
    400,
    'An affirmation is missing',
    'Joining needs each founding article and the creed affirmed, with the hash of the text affirmed.',
  ),
  credential_malformed: row(
    401,
    'The key is malformed',
    'The key has not the right form or its checksum is wrong: it was probably cut or mistyped. It was not looked up.',
  ),
  credential_unknown: row(401, 'The key is not known', 'The key has the right form but is not one of this deployment.'),
  credential_expired: row(401, 'The key has expired', 'Ask the operator for a new key.'),
  credential_revoked: row(
    401,
    'The key was revoked',
    'Ask the operator for a new key. A revoked key never works again and never falls back to the free tier.',
  ),
  credential_required: row(401, 'A key is required', 'This operation is not open to callers without a key.'),
  trace_token_not_credential: row(
    401,
    'A trace token is not a credential',
    'The token of an ephemeral registration joins records of one agent. It gives no access.',
  ),
  scheme_unsupported: row(
    401,
    'The authorization scheme is not supported',
    'Send Authorization: Bearer followed by the key.',
  ),
  scope_insufficient: row(
    403,
    'The key lacks the scope',
    'The key is good, but was issued without the scope that this operation needs. Ask the operator.',
  ),
  withheld_by_policy: row(
    403,
    'Withheld by policy',
    'Descriptions and preimages of ledger entries are not given to anyone. This is a rule, not a missing permission.',
  ),
  origin_refused: row(403, 'The browser origin is not allowed', 'Requests from this web origin are not taken here.'),
  gated: row(403, 'Not ratified', 'The operation waits for a ratification by the council and THE_BRIDGE.'),
  not_found: row(404, 'Nothing lives at this address', 'Check the path against the OpenAPI document.'),
  method_not_allowed: row(405, 'The method is not allowed here', 'The Allow header lists the methods of this address.'),
  not_acceptable: row(
    406,
    'No acceptable representation',
    'The Accept header rules out every type that this operation produces.',
  ),
  request_timeout: row(
    408,
    'The request came too slowly',
    'The header section or the body did not arrive within its time.',
  ),
  idempotency_in_flight: row(
    409,
    'The same request is still running',
    'Wait a second and send it again with the same Idempotency-Key.',
    true,
  ),
  constitution_changed: row(
    409,
    'The constitution has changed',
    'The hash that was affirmed is not the current one. Read the current text and affirm that.',
  ),
  already_exists: row(409, 'It already exists', 'Something with this name exists already.'),
  state_conflict: row(
    409,
    'The state does not allow this',
    'The record is not in a state from which this step can be taken.',
  ),
  expired: row(410, 'Expired', 'The record was kept for its time and is gone.'),
  sunset: row(410, 'Retired', 'The operation was announced as deprecated and has been retired.'),
  precondition_failed: row(412, 'The record has changed', 'If-Match does not fit the current version. Read it again.'),
  payload_too_large: row(
    413,
    'The body is too large',
    'The limit of this operation stands in the detail. It lies above the largest legal body.',
  ),
  uri_too_long: row(414, 'The query string is too long', 'At most 4 KiB of query string are read.'),
  media_type_unsupported: row(
    415,
    'The media type is not supported',
    'Send Content-Type: application/json (charset utf-8 may be named).',
  ),
  content_encoding_unsupported: row(
    415,
    'The content encoding is not supported',
    'Send the body as it is, without compression.',
  ),
  idempotency_mismatch: row(
    422,
    'The idempotency key was used with another body',
    'A key stands for one body. Use a new key.',
  ),
  content_refused: row(
    422,
    'The text breaks the constitution',
    'The text would be stored or spoken, and it was judged to break an article.',
  ),
  precondition_required: row(428, 'A precondition is required', 'Send If-Match with the version that you read.'),
  rate_limited: row(
    429,
    'Too many requests',
    'Retry-After says when to come back; RateLimit-Policy names the limit.',
    true,
  ),
  daily_quota_exhausted: row(
    429,
    'The quota of the day is used up',
    'The quota starts anew at midnight UTC. A key of a higher tier has more.',
    true,
  ),
  concurrency_limited: row(
    429,
    'Too many requests at once',
    'Wait for an answer before sending the next request.',
    true,
  ),
  header_too_large: row(431, 'The header section is too large', 'At most 16 KiB of header section are read.'),
  internal: row(
    500,
    'Internal error',
    'The fault is ours. Nothing was counted against a quota. Quote the request id to the operator.',
    true,
  ),
  upstream_invalid: row(
    502,
    'A model endpoint answered badly',
    'The configured endpoint gave an answer that cannot be used.',
    true,
  ),
  node_unavailable: row(
    503,
    'The node is unavailable',
    'The node or its engine cannot answer at the moment, or none is configured.',
    true,
  ),
  overloaded: row(503, 'Overloaded', 'The service sheds load. Retry-After says when to come back.', true),
  budget_exhausted: row(
    503,
    'The budget of the day is used up',
    'The budget for calls to models is spent until midnight UTC.',
    true,
  ),
  ledger_unavailable: row(
    503,
    'The ledger cannot be written',
    'Nothing was recorded. Send the request again later.',
    true,
  ),
  upstream_timeout: row(504, 'A model endpoint did not answer in time', 'Send the request again later.', true),
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** One finding about the input: RFC 6901 pointer into the body, or `?name` for a query parameter. */
export interface FieldError {
  readonly pointer: string;
  readonly code: ErrorCode;
  readonly detail: string;
  readonly limit?: number;
}

export interface ErrorOptions {
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly retryAfterS?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Extra members of the problem document, such as `violated-policies`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Never crosses the wire. */
  readonly cause?: unknown;
}

/** The one error that crosses the wire. `detail` is public; `cause` is for the log. */
export class PlumblineError extends Error {
  override readonly name = 'PlumblineError';
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  readonly retryAfterS: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    const detail = options.detail ?? ERRORS[code].title;
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.detail = detail;
    this.errors = options.errors ?? [];
    this.retryAfterS = options.retryAfterS;
    this.headers = options.headers ?? {};
    this.extra = options.extra ?? {};
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
