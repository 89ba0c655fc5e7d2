/** Why a file cannot be restored here, worded to follow the file's name: `is cut off`. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
