import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import type * as clientModule from '../../src/client/client.ts'
import type * as issuerModule from '../../src/issuer/operations.ts'

const root = join(import.meta.dirname, '../..')

describe('the client in a browser', () => {
  let code: string
  let inputs: string[]
  beforeAll(async () => {
    const { outputFiles, metafile } = await build({
      stdin: {
        contents: `export { createClient } from './src/client/client.ts'
          export { operations } from './src/issuer/operations.ts'`,
        resolveDir: root,
      },
      absWorkingDir: root,
      bundle: true,
      platform: 'browser',
      format: 'esm',
      target: 'es2022',
      minify: true,
      write: false,
      metafile: true,
      logLevel: 'silent',
    })
    code = outputFiles[0]?.text ?? ''
    inputs = Object.keys(metafile.inputs)
  })

  it('imports nothing that only a server has', () => {
    expect(code).not.toMatch(/["']node:|\brequire\(|\bprocess\.|\bBuffer\b/)
    expect(inputs.filter((file) => /ajv|fastify|jose|pg|sqlite|validate|body-readers/.test(file))).toEqual([])
  })

  it('is small', () => {
    expect(gzipSync(code).length).toBeLessThan(12_000)
  })

  it('runs', async () => {
    const bundle = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as typeof clientModule &
      typeof issuerModule
    const client = bundle.createClient(bundle.operations, {
      url: 'https://lanyard.test/issuer',
      fetch: (async (url: string) => Response.json({ keys: [], url })) as unknown as typeof fetch,
    })
    expect((await client.getJwks({})).body).toEqual({
      keys: [],
      url: 'https://lanyard.test/issuer/.well-known/jwks.json',
    })
  })
})
