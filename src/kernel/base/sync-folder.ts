import { closeSync, constants, fsyncSync, openSync } from 'node:fs'

/** Makes what was created or renamed in the folder last. Windows has no folders that can be synced. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const fd = openSync(folder, constants.O_RDONLY)
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
