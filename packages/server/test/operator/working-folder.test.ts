// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { workingFolder } from '../../src/operator/working-folder.ts';
import { temporaryFolder } from '../e2e/test-app.ts';

describe('the folder that a command is about', () => {
  let cwd: string;
  beforeEach(() => {
    cwd = temporaryFolder();
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  const clone = { PLUMBLINE_CLONE: '/opt/plumbline' };

  it('is that of the clone, whose data bin/up serves', () => {
    expect(workingFolder(clone, cwd)).toBe('/opt/plumbline');
    expect(workingFolder({ ...clone, PLUMBLINE_DATA_DIR: '/srv/data', PLUMBLINE_CONFIG: '' }, cwd)).toBe(
      '/opt/plumbline',
    );
    expect(loadConfig(clone, workingFolder(clone, cwd)).dataDir).toBe('/opt/plumbline/data');
  });

  it('is that of the caller where the command line was installed from a package', () => {
    expect(workingFolder({}, cwd)).toBe(cwd);
  });

  it('is that of the caller where the environment names a place by it', () => {
    for (const name of ['PLUMBLINE_CONFIG', 'PLUMBLINE_DATA_DIR', 'PLUMBLINE_ALLOW_FILE', 'PLUMBLINE_LEDGER_KEYS_DIR'])
      expect(workingFolder({ ...clone, [name]: './here' }, cwd)).toBe(cwd);
  });

  it('is that of the caller where it has settings or data of its own', () => {
    mkdirSync(join(cwd, 'data'));
    expect(workingFolder(clone, cwd)).toBe('/opt/plumbline');
    writeFileSync(join(cwd, 'data/plumbline.db'), '');
    expect(workingFolder(clone, cwd)).toBe(cwd);
    rmSync(join(cwd, 'data'), { recursive: true });
    writeFileSync(join(cwd, 'plumbline.yaml'), '');
    expect(workingFolder(clone, cwd)).toBe(cwd);
  });
});
