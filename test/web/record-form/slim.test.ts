import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { root } from '../../../scripts/setup.js'
import { slimTables } from '../../../scripts/slim-tables.js'
import * as records from '../../../src/client/records.ts'

it('gives browsers the fields of each record, and neither its schemas nor its columns', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src', 'client', 'records.ts')],
    bundle: true,
    format: 'esm',
    write: false,
    plugins: [slimTables()],
  })
  const code = outputFiles[0]?.text ?? ''
  expect(code).not.toMatch(/typebox|starts_at|pattern|RFC 3339/)
  const slim: typeof records = await import(
    `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  )
  // What is undefined is left out of JSON, and means the same.
  expect({ ...slim }).toEqual({ ...records })
})
