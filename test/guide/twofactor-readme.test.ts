import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../scripts/setup.js'

const folder = join(root, 'src', 'twofactor')

it("names every file of the two-factor service but its stores in the service's README, and no other", () => {
  const text = readFileSync(join(folder, 'README.md'), 'utf8')
  const named = [...text.matchAll(/`([\w-]+\.ts)`/g)].map(([, name]) => name)
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('-store.ts'))
  expect(named.sort()).toEqual(files.sort())
})
