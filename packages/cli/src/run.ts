// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATOR_COMMANDS, operatorCommand } from './commands/operator.ts';
import { EXIT, type Io, UsageError } from './io.ts';

const HELP = `plumbline: checks text against a published constitution

  plumbline evaluate [TEXT|FILE|-]    judge one text; the flagged spans are underlined
      --json                          the whole result as one JSON object
      --jsonl                         one {"id","text"} a line on stdin, one verdict a line on stdout
      --text TEXT, --file FILE        say which one is meant
  plumbline govern PROMPT RESPONSE    judge a prompt with its response   [--json]
      --jsonl                         one {"id","prompt","response"} a line on stdin
  plumbline test CASES.jsonl          labelled cases against rules and model: precision, recall, what fails and why
      --min-precision, --min-recall, --min-f1 N   exit by these goals instead of by every case   [--json]
      --judge                         with the second judge of plumbline.yaml
  plumbline pack lint FILE|DIR ...    check a pattern pack: schema, examples, linear time   [--write-verdicts]
  plumbline verify FILE               check a certificate's proof, without a network   [--json]
      --genesis HASH                  the ledger that is trusted, by the hash of its first entry
      --key KEY|FILE                  keys that are trusted: verifier keys, PEM or a JWK set; may repeat
      --at TIME                       judge expiry at another moment than now
      --prompt FILE --response FILE   check that the certificate is about these very bytes
  plumbline verify ledger URL|DIR --genesis HASH   check a whole ledger   [--vkey KEY|FILE] [--json]
  plumbline ratify keygen|pin|propose|sign|show|submit   decide as council or human authority, offline
      keygen --role council|authority --out FILE
      pin --ledger URL|DIR --genesis HASH --out PIN      keep the policies that the ledger proves
      propose --pin PIN --out FILE --certificate FILE ... | --from TIME --until TIME   [--expires TIME] [--reject]
      propose policy --pin PIN --out FILE --council PUB ... --authority PUB --threshold N [--remove KEYID ...]
      sign FILE --pin PIN --key KEY [--yes]              show FILE --pin PIN [--json]
      submit FILE --url ADDRESS
  plumbline witness init --dir DIR --name NAME [--log VKEY|FILE]   watch logs from outside (C2SP tlog-witness)
      trust VKEY|FILE ... | key | status | serve [--host HOST] [--port PORT]   each with --dir DIR
  plumbline serve                     start the service
  plumbline doctor [--json]           say what is wrong or missing on this machine
  plumbline keys issue|list|rotate|revoke   [--json]
  plumbline keys ledger list|rotate|activate [log|issuer|anchor]   the keys that sign the ledger
  plumbline ledger revoke CERTIFICATE --reason REASON | --superseded-by CERTIFICATE   end a certificate for good   [--json]
  plumbline ledger erase INDEX|CERTIFICATE --reason TEXT [--by TEXT]   delete by law what stands beside an entry
  plumbline ledger erased [--json]    what was deleted, why and by whose decision
  plumbline usage export|models --month YYYY-MM    what keys used, or what models cost, as CSV
  plumbline shadow report [--json]    where candidate rules differ from the live ones
  plumbline backup DEST               copy the database beside a running service, and verify its ledger
  plumbline restore SRC [--verify] [--checkpoint FILE|URL] [--replace]   only what holds all that was signed for
  plumbline restore --verify          the same proof for the database that is in place

  plumbline --version, plumbline COMMAND --help

  Rules: --constitution DIR, --patterns DIR, --model FILE replace the built-in ones; --allow FILE adds an allow-list.
  Exit codes of evaluate and govern: 0 pass or allow, 1 fail or block, 2 wrong use, 3 review, rewrite or escalate;
  with --jsonl: 0 all lines were judged, whatever the verdicts, which stand in the lines; 2 a line could not be;
  of verify: 0 verified, 1 not verified, 2 wrong use or what was named could not be read.
`;

type Command = (args: string[], io: Io) => Promise<number>;

/** Each is loaded when it is asked for: a verifier need not wait for the engine, nor the engine for a database. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  evaluate: async () => (await import('./commands/evaluate.ts')).evaluateCommand,
  govern: async () => (await import('./commands/govern.ts')).governCommand,
  test: async () => (await import('./commands/test.ts')).testCommand,
  pack: async () => (await import('./commands/pack.ts')).packCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  ratify: async () => (await import('./commands/ratify.ts')).ratifyCommand,
  witness: async () => (await import('./commands/witness.ts')).witnessCommand,
};

/** Runs one command; never throws. The exit code comes back. */
export async function runCli(args: readonly string[], io: Io): Promise<number> {
  const [command, ...rest] = args;
  try {
    return await dispatch(command, rest, io);
  } catch (error) {
    if (!(error instanceof UsageError) && !isParseArgsError(error)) throw error;
    io.stderr.write(`plumbline: ${error.message}\n`);
    return EXIT.usage;
  }
}

async function dispatch(command: string | undefined, rest: string[], io: Io): Promise<number> {
  // What stands behind `--` is a text to be judged, whatever it looks like.
  const options = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : rest.length);
  const asksForHelp =
    options.includes('--help') || options.includes('-h') || command === 'help' || command === '--help';
  if (command === undefined || asksForHelp || command === '-h') {
    io.stdout.write(HELP);
    return command === undefined ? EXIT.usage : 0;
  }
  if (command === '--version') {
    io.stdout.write(`${ownVersion()}\n`);
    return 0;
  }
  const load = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (load) return (await load())(rest, io);
  if (OPERATOR_COMMANDS.has(command)) return operatorCommand([command, ...rest], io);
  throw new UsageError(`unknown command '${command}'; 'plumbline help' lists them`);
}

function ownVersion(): string {
  const manifest = readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** node:util parseArgs marks what the user got wrong with these codes. */
function isParseArgsError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
