// SPDX-License-Identifier: Apache-2.0
import { accessSync, constants, lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** For nobody but the user of the service. */
const FOLDER_MODE = 0o700;

/**
 * Makes a folder and those above it, one after the other. Node's recursive mkdir says ENOENT whatever the reason is, and never
 * ends below /proc, where a folder is neither there nor can be made.
 * @throws the system's error, with the folder that could not be made as its path
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  try {
    mkdirSync(path, FOLDER_MODE);
  } catch (error) {
    // Another process made it meanwhile; or it is a link that leads nowhere, and statSync says so.
    if (hasCode(error, 'EEXIST') && statSync(path).isDirectory()) return;
    const above = dirname(path);
    if (!hasCode(error, 'ENOENT') || above === path || isFolder(above)) throw error;
    makeFolder(above);
    makeFolder(path);
  }
}

/**
 * What `makeFolder` would meet, as far as it can be told without making anything.
 * @throws the system's error for what stands in the way of it
 */
export function requireRoomFor(path: string): void {
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  // The slash asks for a folder, where a file or a link that leads nowhere may be.
  if (isThere || dirname(path) === path) accessSync(`${path}/`, constants.W_OK | constants.X_OK);
  else requireRoomFor(dirname(path));
}

/** Of a link, what it leads to. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;
