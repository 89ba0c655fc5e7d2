import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt, root } from '../../scripts/setup.js'

const MOST_BYTES = 60_000
const web = join(root, 'dist', 'web')

beforeAll(() => ensureBuilt(), 120_000)

function filesOf(app: string): string[] {
  const { apps } = JSON.parse(readFileSync(join(web, 'manifest.json'), 'utf8')) as {
    apps: { name: string; files: { name: string }[] }[]
  }
  return (apps.find(({ name }) => name === app)?.files ?? []).map(({ name }) => name)
}

describe.each(['docs', 'authenticator'])('the build of /%s', (app) => {
  const html = () => readFileSync(join(web, app, 'index.html'), 'utf8')

  it('gives a browser little script to load before anything is shown', () => {
    const first = filesOf(app).filter((name) => name.endsWith('.js') && html().includes(name))
    const bytes = first.reduce((sum, name) => sum + statSync(join(web, app, `${name}.gz`)).size, 0)
    expect([bytes < MOST_BYTES, bytes > 1_000]).toEqual([true, true])
  })

  it('names only files that it has, and none by an address of its own in a script', () => {
    const named = [...html().matchAll(/(?:href|src)="\/\w+\/([^"]+)"/g)].map(([, name]) => name)
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((name) => !filesOf(app).includes(name ?? ''))).toEqual([])
    for (const name of filesOf(app).filter((name) => name.endsWith('.js')))
      expect(readFileSync(join(web, app, name), 'utf8')).not.toContain(`/${app}/assets/`)
  })

  it('writes no map and no inline script', () => {
    expect(html()).not.toMatch(/\{\{|<script(?![^>]* src=)|<style| style=| on\w+=/)
    for (const name of filesOf(app).filter((name) => name.endsWith('.js')))
      expect(readFileSync(join(web, app, name), 'utf8')).not.toContain('sourceMappingURL')
  })
})

it('tells the worker of the authenticator every file that never changes', () => {
  const worker = readFileSync(join(web, 'authenticator', 'service-worker.js'), 'utf8')
  const assets = filesOf('authenticator').filter((name) => name.startsWith('assets/'))
  expect(assets.length).toBeGreaterThan(5)
  expect(assets.filter((name) => !worker.includes(`"${name}"`))).toEqual([])
})
