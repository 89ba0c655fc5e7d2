import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { build } from 'esbuild'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/app/config/config.ts'
import { ConfigError } from '../../src/app/config/error.ts'
import { loadRootKey } from '../../src/app/context/root-key.ts'
import type { Random } from '../../src/kernel/base/random.ts'
import { createSeededRandom } from '../fakes.ts'

const known = Buffer.alloc(32, 9)
const knownText = known.toString('base64url')

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lanyard-key-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function load(env: Record<string, string> = {}, random: Random = createSeededRandom('root key')): Uint8Array {
  return loadRootKey({ config: loadConfig({ env, cwd: folder, readFile: () => undefined }), random })
}

function refusal(env: Record<string, string> = {}): string {
  try {
    load(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('nothing is refused')
}

function modeOf(path: string): string {
  return (statSync(join(folder, path)).mode & 0o777).toString(8)
}

function put(path: string, content: string, mode = 0o600): void {
  writeFileSync(join(folder, path), content)
  chmodSync(join(folder, path), mode)
}

describe('the root key', () => {
  it('is the one of LANYARD_SECRET, and nothing is written', () => {
    expect(load({ LANYARD_SECRET: knownText })).toEqual(known)
    expect(readdirSync(folder)).toEqual([])
  })

  it.each(['', '\n', '\r\n'])('is the one of LANYARD_SECRET_FILE, which ends in %j', (end) => {
    put('key', knownText + end)
    expect(load({ LANYARD_SECRET_FILE: 'key' })).toEqual(known)
    expect(readdirSync(folder)).toEqual(['key'])
  })

  it('is made once in the data folder, for its owner alone', () => {
    const key = load()
    expect(key).toHaveLength(32)
    expect(load({}, createSeededRandom('another'))).toEqual(key)
    expect(readdirSync(join(folder, 'data'))).toEqual(['secret'])
    expect([modeOf('data'), modeOf('data/secret')]).toEqual(['700', '600'])
    expect(readFileSync(join(folder, 'data', 'secret'), 'utf8')).toBe(
      `${Buffer.from(key).toString('base64url')}\n`,
    )
  })

  it('leaves a data folder that exists as it is', () => {
    mkdirSync(join(folder, 'data'))
    chmodSync(join(folder, 'data'), 0o755)
    load()
    expect([modeOf('data'), modeOf('data/secret')]).toEqual(['755', '600'])
  })

  it('is the one of whoever was first, though both found none', () => {
    let first: Uint8Array | undefined
    const random: Random = {
      bytes(size) {
        first ??= load({}, createSeededRandom('first'))
        return createSeededRandom('second').bytes(size)
      },
    }
    expect(load({}, random)).toEqual(first)
    expect(readdirSync(join(folder, 'data'))).toEqual(['secret'])
  })

  it('is one for processes that start at once', async () => {
    const script = join(folder, 'load.mjs')
    const contents = `
      import { loadConfig } from './src/app/config/config.ts'
      import { loadRootKey } from './src/app/context/root-key.ts'
      import { systemRandom } from './src/kernel/base/random.ts'
      process.stdin.once('end', () => {
        const key = loadRootKey({ config: loadConfig({ env: {} }), random: systemRandom })
        process.stdout.write(Buffer.from(key).toString('hex'))
      }).resume()
      process.stderr.write('ready')`
    const stdin = { contents, resolveDir: process.cwd() }
    await build({ stdin, bundle: true, platform: 'node', format: 'esm', outfile: script })
    const children = Array.from({ length: 6 }, () => spawn(process.execPath, [script], { cwd: folder }))
    await Promise.all(children.map((child) => once(child.stderr, 'data')))
    for (const child of children) child.stdin.end()
    const keys = await Promise.all(children.map((child) => text(child.stdout)))
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(readdirSync(join(folder, 'data'))).toEqual(['secret'])
  })
})

describe('a root key file', () => {
  it.each([0o640, 0o604, 0o660, 0o620, 0o644])('is refused when its mode is %o', (mode) => {
    put('key', knownText, mode)
    const path = JSON.stringify(join(folder, 'key'))
    expect(refusal({ LANYARD_SECRET_FILE: 'key' })).toBe(
      `LANYARD_SECRET_FILE: the root key file ${path} is open to other users: close it with chmod 600 ${path}`,
    )
  })

  it.each([
    ['empty', ''],
    ['short', known.subarray(1).toString('base64url')],
    ['long', Buffer.alloc(33, 9).toString('base64url')],
    ['padded', `${knownText}=`],
    ['not canonical', `${knownText.slice(0, -1)}l`],
    ['raw', known.toString('latin1')],
    ['followed by more', `${knownText}\n${' '.repeat(300)}`],
  ])('is refused and kept when it is %s', (_what, content) => {
    mkdirSync(join(folder, 'data'))
    put('data/secret', content)
    const message = refusal()
    expect(message).toMatch(
      /^LANYARD_DATA: the root key file ".*\/data\/secret" does not hold the base64url of 32 bytes/,
    )
    expect(message).not.toContain('\n')
    expect(readFileSync(join(folder, 'data', 'secret'), 'utf8')).toBe(content)
  })

  it('is refused in the data folder when others can read it', () => {
    load()
    chmodSync(join(folder, 'data', 'secret'), 0o644)
    expect(refusal()).toContain('is open to other users')
  })

  it('is refused when it is named and missing, and is not made', () => {
    expect(refusal({ LANYARD_SECRET_FILE: 'key' })).toMatch(
      /^LANYARD_SECRET_FILE: the root key file ".*\/key" does not exist, for example LANYARD_SECRET_FILE=/,
    )
    expect(readdirSync(folder)).toEqual([])
  })

  it('is refused when it is a folder', () => {
    mkdirSync(join(folder, 'key'))
    expect(refusal({ LANYARD_SECRET_FILE: 'key' })).toContain('is not a file')
  })

  it('cannot be made where the data folder is a file', () => {
    put('data', '')
    expect(refusal()).toMatch(/^LANYARD_DATA: the root key file ".*" cannot be (read|made) \(ENOTDIR\)/)
  })
})
