import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type * as Type from 'typebox'
import { syncFolder } from '../../kernel/base/sync-folder.ts'
import { findErrors } from '../../kernel/contract/validate.ts'
import { CommandError } from '../commands/base/command-error.ts'

const othersMayTouch = 0o077

/** Undefined if there is none. */
export function readPrivateFile<S extends Type.TSchema>(path: string, schema: S): Type.Static<S> | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return undefined
  if (process.platform !== 'win32' && (stat.mode & othersMayTouch) !== 0)
    throw new CommandError(`${path} is open to other users: close it with chmod 600`)
  const content = parse(readFileSync(path, 'utf8'))
  if (findErrors(schema, content, '').length === 0) return content as Type.Static<S>
  throw new CommandError(`${path} does not hold a device: name another file with --file`)
}

/** Replaces the file as a whole, so that a key is never half written. */
export function savePrivateFile(path: string, content: unknown): void {
  const draft = `${path}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  syncFolder(dirname(path))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
