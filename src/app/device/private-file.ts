import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type * as Type from 'typebox'
import { replaceFile } from '../../kernel/base/durable-file.ts'
import { findErrors } from '../../kernel/contract/validate.ts'
import { jsonOrUndefined } from '../../kernel/text/json.ts'
import { CommandError } from '../commands/base/command-error.ts'

const othersMayTouch = 0o077

/** Undefined if there is none. */
export function readPrivateFile<S extends Type.TSchema>(path: string, schema: S): Type.Static<S> | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return undefined
  if (process.platform !== 'win32' && (stat.mode & othersMayTouch) !== 0)
    throw new CommandError(`${path} is open to other users: close it with chmod 600`)
  const content = jsonOrUndefined(readFileSync(path, 'utf8'))
  if (findErrors(schema, content, '').length === 0) return content as Type.Static<S>
  throw new CommandError(`${path} does not hold a device: name another file with --file`)
}

/** Replaces the file as a whole, so that a key is never half written. */
export function savePrivateFile(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  replaceFile(path, `${JSON.stringify(content, null, 2)}\n`)
}
