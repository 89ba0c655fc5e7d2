import { closeSync, constants, fsyncSync, openSync } from 'node:fs'

/** Makes files that were created or renamed in the folder survive a power failure. Windows cannot sync folders. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const fd = openSync(folder, constants.O_RDONLY)
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
