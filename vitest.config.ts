// SPDX-License-Identifier: Apache-2.0
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    // One PostgreSQL for the run, started by the first test that needs it.
    globalSetup: ['test/support/postgres-setup.ts'],
    // A third of the time goes into waiting, for disks, clocks and databases: one worker more than there are cores fills it.
    maxWorkers: availableParallelism() + 1,
    // Node runs the tests as it runs the product, types stripped and nothing else, and one process runs many files: to load
    // everything anew for each of them took more than the tests. Nothing is mocked, so files share no state but what they read.
    isolate: false,
    experimental: { viteModuleRunner: false },
    testTimeout: 30_000,
    hookTimeout: 90_000,
  },
});
