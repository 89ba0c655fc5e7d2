/** Why a file is no backup that can be restored here, in words that follow its name: `is cut off`. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
