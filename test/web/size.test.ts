import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt, root } from '../../scripts/setup.js'

const MOST_BYTES = 60_000
/** What a language other than English costs at most. */
const LANGUAGE_BYTES = 9_000

const web = join(root, 'dist', 'web')
const sizeOf = (app: string, file: string) => statSync(join(web, app, `${file}.gz`)).size

beforeAll(() => ensureBuilt(), 120_000)

it('builds every app', () => {
  const { apps } = JSON.parse(readFileSync(join(web, 'manifest.json'), 'utf8')) as {
    apps: { name: string }[]
  }
  expect(apps.map(({ name }) => name)).toEqual(expect.arrayContaining(['docs', 'authenticator']))
})

/** Of the registration page, for phones on bad networks. */
const MOST_OF_REGISTER = 50_000

it('gives the registration page under 50 kB of script, in any language', () => {
  const { apps } = JSON.parse(readFileSync(join(web, 'manifest.json'), 'utf8')) as {
    apps: { name: string; files: { name: string }[] }[]
  }
  const scripts = apps
    .find(({ name }) => name === 'register')
    ?.files.filter(({ name }) => name.endsWith('.js'))
  const bytes = scripts?.reduce((sum, { name }) => sum + sizeOf('register', name), 0) ?? 0
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(MOST_OF_REGISTER)
})

describe.each(['docs', 'authenticator', 'register'])('%s', (app) => {
  const html = () => readFileSync(join(web, app, 'index.html'), 'utf8')
  const scripts = () => [...html().matchAll(/"\/\w+\/(assets\/[\w-]+\.js)"/g)].map(([, file = '']) => file)

  it('gives a browser little script to load before something is shown, in any language', () => {
    const bytes = scripts().reduce((sum, file) => sum + sizeOf(app, file), 0)
    expect(bytes).toBeGreaterThan(1_000)
    expect(bytes + LANGUAGE_BYTES).toBeLessThan(MOST_BYTES)
  })

  it('writes no map and no inline script', () => {
    expect(html()).not.toMatch(/\{\{|<script(?![^>]* src=)|<style| style=| on\w+=/)
    for (const file of scripts())
      expect(readFileSync(join(web, app, file), 'utf8')).not.toContain('sourceMappingURL')
  })
})

it('gives a browser the tables of operations without their schemas', () => {
  const { apps } = JSON.parse(readFileSync(join(web, 'manifest.json'), 'utf8')) as {
    apps: { name: string; files: { name: string }[] }[]
  }
  const files = apps.find(({ name }) => name === 'authenticator')?.files ?? []
  const code = files
    .filter(({ name }) => name.endsWith('.js'))
    .map(({ name }) => readFileSync(join(web, 'authenticator', name), 'utf8'))
    .join('\n')
  expect(code).toContain('/device/enrolments/{code}')
  expect(code).not.toContain('RFC 7638 SHA-256 thumbprint')
})
