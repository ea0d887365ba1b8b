// SPDX-License-Identifier: Apache-2.0

/** What the system says of a file that cannot be used, as whoever runs the service may mend it. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read or write it, or a folder above it',
  EPERM: 'it belongs to another user, or is locked against changes',
  EROFS: 'it lies on a file system that can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of this user is used up',
  ENOTDIR: 'a part of the path is a file, where a folder is needed',
  EEXIST: 'it is a file, where a folder is needed',
  ENOENT: 'it does not exist, or is a link that leads nowhere',
  ELOOP: 'it is one of links that lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EISDIR: 'it is a folder, where a file is needed',
  EIO: 'the disk fails',
  EMFILE: 'too many files are open (ulimit -n)',
  ENFILE: 'too many files are open on this machine',
};

/** One line for an error of the file system; null for every other. Of a file that is open already the system does not tell the name. */
export function systemProblem(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return null;
  const code = String(error.code);
  if (!Object.hasOwn(REASONS, code)) return null;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : `a file (${error.syscall})`;
  const reason = code === 'ENOENT' && error.syscall === 'mkdir' ? 'no folder can be made there' : REASONS[code];
  return `${path}: ${reason} (${code})`;
}
