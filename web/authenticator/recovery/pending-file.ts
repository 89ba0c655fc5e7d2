import { signal } from '@preact/signals'
import type { NewFile } from './make.ts'

/** The file that waits to be saved and confirmed, also while the app is locked or shows another page. */
export const pendingFile = signal<{ readonly file: NewFile; readonly isSaved: boolean } | undefined>(
  undefined,
)
