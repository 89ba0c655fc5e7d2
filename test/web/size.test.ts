import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { ensureBuilt, root } from '../../scripts/setup.js'

const MOST_BYTES = 60_000
const web = join(root, 'dist', 'web')

beforeAll(() => ensureBuilt(), 120_000)

it('gives a browser little script to load, in any language', () => {
  const { apps } = JSON.parse(readFileSync(join(web, 'manifest.json'), 'utf8')) as {
    apps: { name: string; files: { name: string }[] }[]
  }
  expect(apps.map(({ name }) => name)).toContain('docs')
  for (const { name, files } of apps) {
    const scripts = files.filter((file) => file.name.endsWith('.js'))
    const bytes = scripts.reduce((sum, file) => sum + statSync(join(web, name, `${file.name}.gz`)).size, 0)
    expect([name, bytes < MOST_BYTES, bytes > 1_000]).toEqual([name, true, true])
  }
})

it('writes no map and no inline script', () => {
  const html = readFileSync(join(web, 'docs', 'index.html'), 'utf8')
  expect(html).not.toMatch(/\{\{|<script(?![^>]* src=)|<style| style=| on\w+=/)
  const script = /src="\/docs\/(assets\/main-\w+\.js)"/.exec(html)?.[1] ?? ''
  expect(readFileSync(join(web, 'docs', script), 'utf8')).not.toContain('sourceMappingURL')
})
