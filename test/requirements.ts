// SPDX-License-Identifier: Apache-2.0
/**
 * What the service promises, one row each. A test cites a row by writing its id in square brackets in its title;
 * `test/requirements.test.ts` fails while a row has no test, or a test cites a row that does not exist.
 */
export interface Requirement {
  readonly id: string;
  readonly promise: string;
}

const row = (id: string, promise: string): Requirement => ({ id, promise });

export const REQUIREMENTS: readonly Requirement[] = [
  // envelopes and identifiers
  row('envelope-v1', 'every /api/v1 JSON answer is the V1 envelope, its errors the V1 error envelope'),
  row('envelope-pub', 'every other enveloped answer is the public envelope, its errors the public error envelope'),
  row('problem-bare', 'a caller that accepts application/problem+json gets the bare problem document'),
  row('problem-page', 'every error code has a page, and every error links it'),
  row(
    'request-id',
    'every answer carries a Request-Id; a well-formed one of the caller comes back as Client-Request-Id',
  ),
  row('traceparent', 'a W3C traceparent is continued, never required'),
  row('links-from-settings', 'links come from the settings, never from the Host header'),
  // the order in which a request is refused
  row(
    'order-of-refusals',
    'method, credential, burst, media type, size, UTF-8, JSON, duplicates, depth, schema, quota: the first that fails answers',
  ),
  row('method-405', 'a wrong method is 405 with Allow'),
  row('media-415', 'only application/json, optionally with charset utf-8, without content encoding'),
  row('size-413', 'declared and streamed sizes over the limit are 413, and the limit never shadows a legal body'),
  row('json-400', 'bad UTF-8, JSON, unicode, duplicate members and depth have their own codes'),
  row('schema-400', 'all schema errors are listed with pointers, at most 20, and nothing submitted is echoed'),
  row('unknown-member', 'an unknown member or POST parameter is refused'),
  row('query-get-warning', 'an unknown query parameter on GET is ignored with a warning'),
  row('credential-in-url', 'a credential in a query or a body member is refused before any other parameter check'),
  row('accept-406', 'an Accept header that rules out every produced type is 406'),
  row('slow-408', 'a slow header section or body is cut with 408'),
  row('uri-414', 'a query string over 4 KiB is 414'),
  row('header-431', 'a header section over 16 KiB is 431'),
  row('head', 'HEAD answers as GET without a body'),
  row('cors', 'public routes answer every origin without credentials; other routes the site only'),
  row('security-headers', 'API answers carry nosniff, a closed content security policy and no referrer'),
  row(
    'cache-documents',
    'documents have a strong ETag and Last-Modified, 304 works, and their bytes depend on the document alone',
  ),
  row('cache-live', 'live answers are not stored'),
  row('never-5xx', 'no body makes the service answer 5xx'),
  row('internal-silent', 'a 5xx says nothing but its request id'),
  // verification
  row('evaluate-shape', 'evaluate answers the Evaluation of the contract, six stages with status, duration and engine'),
  row('evaluate-injection', 'an order to drop earlier instructions fails under article 31'),
  row('evaluate-encoded', 'the same order in base64 fails, and the flag says how it was encoded'),
  row('evaluate-card', 'a payment card number with a right check digit is flagged and masked'),
  row('evaluate-secret-masked', 'a secret is never echoed: four characters and the length at most'),
  row('evaluate-spans', 'spans count code points and UTF-16 units over the text as given'),
  row('evaluate-technical', 'technical text is not flagged for being technical'),
  row('evaluate-verdict', 'the verdict follows the published thresholds'),
  row('evaluate-deterministic', 'the same text under the same hashes gives the same flags and score'),
  row('evaluate-options', 'detail, max_flags and min_severity change what is shown, never the verdict'),
  row('evaluate-degraded', 'a stage that failed is reported and keeps a required verdict from being pass'),
  row('explanation', 'every flag names its article, what was seen and how to put it right'),
  row('govern-shape', 'govern answers the Governance of the contract'),
  row('govern-decisions', 'the decision table is followed, first hit wins'),
  row('govern-followed', 'a response that follows an injected order is told from one that refuses'),
  row('govern-rewrite', 'a suggested prompt passes evaluation or is withheld with a reason'),
  row('govern-human', 'what asks for a human names THE_BRIDGE'),
  row('batch', 'a batch judges each item on its own, one check each, partial success is 200'),
  row('action-check', 'an irreversible act on infrastructure or authority asks for a human; ordinary acts do not'),
  row('api-root', 'GET /api/v1 publishes stages, operations, tiers, thresholds, hashes, limits and the key format'),
  row('openapi', 'the OpenAPI document is 3.1.0, matches the routes, and its examples run'),
  row('constitution', 'the constitution is served as JSON, Markdown and text, with 42 articles and its hash'),
  row('constitution-pack', 'a pack with a problem is refused with file and line; a good one replaces the shipped one'),
  row('patterns', 'each of the 52 patterns matches its examples, passes its near misses and runs in linear time'),
  row('text-not-kept', 'judged text is found in no file and no log'),
  // certificates and the ledger
  row('certify-preview', 'certify runs seven stages and answers a signed PREVIEW; nothing is written to the chain'),
  row('certify-test-key', 'a test key gets the signature of a test issuer, which is never anchored'),
  row('certify-charge', 'a certificate that could not be kept costs nothing, and one that was kept is charged once'),
  row(
    'idempotency',
    'an Idempotency-Key gives the same answer to the byte without a second charge; another body is 422',
  ),
  row('verify-why', 'verify says by named checks why a certificate is verified or not'),
  row('verify-pair', 'verify tells whether prompt and response are those that were certified'),
  row('ledger-keys', 'keys are made on first start, one file a role, mode 0600'),
  row('ledger-lost-key', 'a lost, foreign or open key is a refusal to sign, never a new chain'),
  // keys, tiers, limits
  row('key-format', 'keys have the published form and checksum; a mistyped key is refused without a look-up'),
  row('key-states', 'unknown, expired and revoked keys are 401 and never fall back to the free tier'),
  row('key-scope', 'a key without the scope is 403'),
  row('key-storage', 'a key is stored as an HMAC only'),
  row('key-rotation', 'a rotated key works beside its successor for the overlap'),
  row('key-beside-server', 'issue and revocation by the command line are honoured by a running server within 5 s'),
  row('free-tier', '100 checks a UTC day for a network without a key, then 429 with its fields'),
  row('standard-tier', 'a standard key has 10,000 checks a day at 0.001 USD'),
  row('quota-survives', 'the count survives a restart and kill -9: a 200 was counted on disk'),
  row('quota-ours', 'refusals and our failures cost nothing of the day quota'),
  row('burst', 'bursts are limited per network or key with RateLimit fields on every limited answer'),
  row('in-flight', 'more checks at once than allowed are 429 concurrency_limited'),
  row('proxies', 'forwarded addresses count only from trusted proxies, and untrusted ones raise a warning'),
  row('usage-export', 'usage is exported by month as CSV with exact decimal amounts'),
  // running it
  row('store-both', 'one contract suite passes on SQLite and on PostgreSQL'),
  row('store-shared', 'several processes share one store without losing or overspending a count'),
  row('disk-full', 'a full disk is a clear 503, and service resumes when there is room'),
  row('health', 'health does real checks and is 503 when one fails'),
  row('drain', 'a stopping server is not ready, finishes what runs, then ends'),
  row('overload', 'too much work is shed with 503 and Retry-After'),
  row('long-work', 'long texts and batches run off the serving thread'),
  row('config-errors', 'all configuration errors are reported at once; unknown names are refused'),
  row('home-page', 'a browser gets a page that tries evaluate and links what exists'),
  row('doctor', 'doctor says what is wrong or missing'),
  row('cli-evaluate', 'the command line judges a text, underlines the spans and exits by verdict'),
  row('cli-jsonl', 'bulk runs answer line by line in order, with an error in place of a line that cannot be judged'),
  row('sdk', 'the SDK is typed from the contract and retries only what can be retried'),
];
