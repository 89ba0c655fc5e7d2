import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../scripts/setup.js'

const folder = join(root, 'src', 'events')

it("names files and folders in the event services' README that are there", () => {
  const text = readFileSync(join(folder, 'README.md'), 'utf8')
  const there = new Set(readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ name }) => name))
  const named = [...text.matchAll(/`([\w-]+)(\.ts|\/)`/g)].map(([, name, end]) =>
    end === '.ts' ? `${name}.ts` : name,
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !there.has(name ?? ''))).toEqual([])
})
