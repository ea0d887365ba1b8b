// SPDX-License-Identifier: Apache-2.0
/** The process: arguments in, exit code out. Signals are handled where serving begins and ends, in operator/serve.ts. */
import { runOperator } from './operator/index.ts';

// Only the greeting goes there: no reason to end a service that answers.
process.stdout.on('error', () => {});

process.exitCode = await runOperator(['serve', ...process.argv.slice(2)], process);
