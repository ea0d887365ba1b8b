// SPDX-License-Identifier: Apache-2.0
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { decodeUtf8, UsageError } from './io.ts';

/** A file as text, bounded: what a stranger sent may be of any size. @throws UsageError */
export function readTextFile(path: string, maxBytes: number): string {
  return decodeUtf8(readBytesFile(path, maxBytes), path);
}

/** @throws UsageError when it cannot be read or is longer than `maxBytes` */
export function readBytesFile(path: string, maxBytes: number): Uint8Array {
  let bytes: Buffer;
  try {
    if (statSync(path).size > maxBytes) throw new UsageError(`${path} is longer than ${maxBytes} bytes`);
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`);
  }
  return bytes;
}

/** Replaces a file whole or not at all: a signature that was given must not be lost to a full disk. */
export function replaceFile(path: string, text: string): void {
  const temporary = `${path}.new`;
  writeDurably(temporary, text, 'w');
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

/** @throws UsageError when the file exists */
export function writeNewFile(path: string, text: string): void {
  try {
    writeDurably(path, text, 'wx');
  } catch (error) {
    throw new UsageError(`cannot make ${path}: ${(error as Error).message}`);
  }
}

function writeDurably(path: string, text: string, flag: 'w' | 'wx'): void {
  const file = openSync(path, flag, 0o644);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
