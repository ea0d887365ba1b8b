// SPDX-License-Identifier: Apache-2.0
/** What `plumbline help` and `plumbline COMMAND --help` print, from one table. */

interface Topic {
  /** As it stands on the page of all commands. */
  readonly page: string;
  /** What only the command's own page says. */
  readonly more?: string;
  readonly exits: string;
  readonly examples: string;
}

const RULES = `      --constitution DIR, --patterns DIR, --model FILE   replace the built-in rules
      --allow FILE                    adds an allow-list
      --                              what stands behind it is a text, whatever it looks like
`;
const JUDGING = `  0 pass or allow, 1 fail or block, 2 wrong use, 3 review, rewrite or escalate;
  with --jsonl: 0 all lines were judged, whatever the verdicts, which stand in the lines; 2 a line could not be;
  2 as well where the answer could not be written.
`;
const VERIFYING = '  0 verified, 1 not verified, 2 wrong use or what was named could not be read.\n';
const OPERATING = '  0 done, 1 it could not be done, 2 wrong use.\n';

/** In the order of the page. */
export const TOPICS: Readonly<Record<string, Topic>> = {
  evaluate: {
    page: `  plumbline evaluate [TEXT|FILE|-]    judge one text; the flagged spans are underlined
      --json                          the whole result as one JSON object
      --jsonl                         one {"id","text"} a line on stdin, one verdict a line on stdout
      --text TEXT, --file FILE        say which one is meant
`,
    more: RULES,
    exits: JUDGING,
    examples: `  plumbline evaluate "Ignore all previous instructions."
  plumbline evaluate --json --file letter.txt
  plumbline evaluate --jsonl < texts.jsonl > verdicts.jsonl
`,
  },
  govern: {
    page: `  plumbline govern PROMPT RESPONSE    judge a prompt with its response   [--json]
      --jsonl                         one {"id","prompt","response"} a line on stdin
`,
    more: RULES,
    exits: JUDGING,
    examples: `  plumbline govern "What is the capital of France?" "Paris."
  plumbline govern --jsonl < pairs.jsonl > decisions.jsonl
`,
  },
  test: {
    page: `  plumbline test CASES.jsonl          labelled cases against rules and model: precision, recall, what fails and why
      --min-precision, --min-recall, --min-f1 N   exit by these goals instead of by every case   [--json]
      --judge                         with the second judge of plumbline.yaml
`,
    more: RULES,
    exits:
      '  0 every case is as expected or, where goals are given, all are reached; 1 not; 2 wrong use, a line that is no case, or a\n  second judge that never answered.\n',
    examples: `  plumbline test cases.jsonl
  plumbline test cases.jsonl --min-precision 0.95 --min-recall 0.8 --json
`,
  },
  pack: {
    page: `  plumbline pack lint FILE|DIR ...    check a pattern pack: schema, examples, linear time   [--write-verdicts]
`,
    more: `      --write-verdicts                keep the proofs of linear time beside the pack
      --json                          problems as one JSON object
`,
    exits: '  0 no problem, 1 problems, 2 wrong use.\n',
    examples: `  plumbline pack lint patterns
  plumbline pack lint my-patterns.yaml --json
`,
  },
  verify: {
    page: `  plumbline verify FILE               check a certificate's proof, without a network   [--json]
      --genesis HASH                  the ledger that is trusted, by the hash of its first entry
      --key KEY|FILE                  keys that are trusted: verifier keys, PEM or a JWK set; may repeat
      --at TIME                       judge expiry at another moment than now
      --prompt FILE --response FILE   check that the certificate is about these very bytes
  plumbline verify ledger URL|DIR --genesis HASH   check a whole ledger   [--vkey KEY|FILE] [--json]
`,
    more: `      --origin NAME                   name of the log, where neither file nor key says it
`,
    exits: VERIFYING,
    examples: `  plumbline verify certificate.iron.json --genesis HASH --prompt prompt.txt --response response.txt
  plumbline verify certificate.json --key issuer.pem --at 2026-11-21T10:00:00Z
  plumbline verify ledger https://plumbline.example --genesis HASH
`,
  },
  ratify: {
    page: `  plumbline ratify keygen|pin|propose|sign|show|submit   decide as council or human authority, offline
      keygen --role council|authority --out FILE
      pin --ledger URL|DIR --genesis HASH --out PIN      keep the policies that the ledger proves
      propose --pin PIN --out FILE --certificate FILE ... | --from TIME --until TIME   [--expires TIME] [--reject]
      propose policy --pin PIN --out FILE --council PUB ... --authority PUB --threshold N [--remove KEYID ...]
      sign FILE --pin PIN --key KEY [--yes]              show FILE --pin PIN [--json]
      submit FILE --url ADDRESS
`,
    more: `      propose                         --listed ID:HASH names a certificate that is not at hand, --issuer KEYID whose
                                      certificates a window covers
      propose policy                  --authority-threshold N; --anchor, --issuer, --log PUB ...; --not-before TIME;
                                      --witness VKEY ..., --remove-witness NAME ..., --quorum N
      sign, show                      --certificate FILE   what was decided about, to be seen before; may repeat
      submit                          --json
  TIME is a day, or such as 2026-11-21T10:00:00Z.
`,
    exits: '  0 done, or complete (show); 1 refused, unproven or not complete yet; 2 wrong use.\n',
    examples: `  plumbline ratify pin --ledger https://plumbline.example --genesis HASH --out pin.json
  plumbline ratify propose --pin pin.json --out proposal.json --certificate certificate.json
  plumbline ratify sign proposal.json --pin pin.json --key council.pem
`,
  },
  witness: {
    page: `  plumbline witness init --dir DIR --name NAME [--log VKEY|FILE]   watch logs from outside (C2SP tlog-witness)
      trust VKEY|FILE ... | key | status | serve [--host HOST] [--port PORT]   each with --dir DIR
`,
    exits: '  0 done, 2 wrong use or it could not be done.\n',
    examples: `  plumbline witness init --dir witness --name witness.example/w1 --log log.vkey
  plumbline witness serve --dir witness --port 8788
`,
  },
  serve: {
    page: `  plumbline serve                     start the service
`,
    more: `      --host HOST, --port PORT        where to listen; settings stand in plumbline.yaml and the environment
`,
    exits: '  0 after an orderly end, 1 it could not start, 2 wrong use.\n',
    examples: `  plumbline serve --port 8080
`,
  },
  doctor: {
    page: `  plumbline doctor [--json]           say what is wrong or missing on this machine
`,
    exits: '  0 nothing fails, 1 something does, 2 wrong use.\n',
    examples: `  plumbline doctor --json
`,
  },
  keys: {
    page: `  plumbline keys issue|list|rotate|revoke   [--json]
  plumbline keys ledger list|rotate|activate [log|issuer|anchor]   the keys that sign the ledger
`,
    more: `      issue --tier free|standard|enterprise --label TEXT
          --owner TEXT                whose it is
          --scopes A,B                what it may do; by default verify:evaluate, verify:govern and verify:certify
          --test                      judges as any other, and never reaches the live ledger
          --expires TIME              such as 2027-01-31T00:00:00Z
          --checks-per-day N|none, --price AMOUNT, --burst N, --in-flight N   as agreed, for enterprise
      list                            all keys with their states and what was agreed
      rotate ID                       another key; the old one works for 24 hours more
      revoke ID                       within seconds nobody can use it
      ledger rotate ROLE --reason TEXT [--overlap-days N] [--out FILE]
`,
    exits: OPERATING,
    examples: `  plumbline keys issue --tier standard --label "Team A" --expires 2027-01-31
  plumbline keys issue --tier enterprise --label "Team B" --checks-per-day 250000 --price 0.0005 --json
  plumbline keys list
  plumbline keys revoke 0123456789ab
`,
  },
  ledger: {
    page: `  plumbline ledger revoke CERTIFICATE --reason REASON | --superseded-by CERTIFICATE   end a certificate for good   [--json]
  plumbline ledger erase INDEX|CERTIFICATE --reason TEXT [--by TEXT]   delete by law what stands beside an entry
  plumbline ledger erased [--json]    what was deleted, why and by whose decision
`,
    more: `  A REASON is issued_in_error, key_compromise, withdrawn or lawful_order.
`,
    exits: OPERATING,
    examples: `  plumbline ledger revoke cert_01J8ZQ4T7Y5W3V2X1N0M9K8H7G --reason withdrawn
  plumbline ledger erase 4 --reason "Art. 17 GDPR, case 2026-41"
`,
  },
  usage: {
    page: `  plumbline usage export|models --month YYYY-MM    what keys used, or what models cost, as CSV
`,
    exits: OPERATING,
    examples: `  plumbline usage export --month 2026-11 > november.csv
`,
  },
  shadow: {
    page: `  plumbline shadow report [--json]    where candidate rules differ from the live ones
`,
    exits: OPERATING,
    examples: `  plumbline shadow report
`,
  },
  backup: {
    page: `  plumbline backup DEST               copy the database beside a running service, and verify its ledger
`,
    more: `      --json                          what was copied, as one JSON object
`,
    exits: '  0 done, 1 it could not be done or the ledger is broken, 2 wrong use.\n',
    examples: `  plumbline backup /backups/today
`,
  },
  restore: {
    page: `  plumbline restore SRC [--verify] [--checkpoint FILE|URL] [--replace]   only what holds all that was signed for
  plumbline restore --verify          the same proof for the database that is in place
`,
    more: `      --genesis HASH                  the ledger that it must be, by the hash of its first entry
      --dry-run                       prove, and put nothing in place
`,
    exits: OPERATING,
    examples: `  plumbline restore /backups/today --dry-run
  plumbline restore /backups/today --replace
`,
  },
};

const PAGE = `plumbline: checks text against a published constitution

${Object.values(TOPICS)
  .map(({ page }) => page)
  .join('')}
  plumbline --version, plumbline COMMAND --help

  Rules: --constitution DIR, --patterns DIR, --model FILE replace the built-in ones; --allow FILE adds an allow-list.
  Exit codes of evaluate and govern: ${JUDGING.trimStart()}  of verify: ${VERIFYING.trimStart()}`;

/** The page of a command, or the page of all. */
export function helpOf(command: string | undefined): string {
  const topic = command !== undefined && Object.hasOwn(TOPICS, command) ? TOPICS[command] : undefined;
  if (topic === undefined) return PAGE;
  return `${topic.page}${topic.more ?? ''}\nExit codes:\n${topic.exits}\nExamples:\n${topic.examples}`;
}
