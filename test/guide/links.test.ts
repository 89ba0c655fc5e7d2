import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../scripts/setup.js'

const list = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
const pages = [
  ...readdirSync(root),
  ...list('docs'),
  ...list('docs/guide'),
  ...list('docs/decisions'),
  ...list('examples/sign-in'),
  'bench/README.md',
].filter((path) => path.endsWith('.md'))

/** What a page leads to or shows in this repository; `docs/reference` is made by a command. */
function listTargets(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replace(/^```.*?^```$/gms, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)]
  return links
    .map(([, link, shown]) => (link ?? shown ?? '').replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target) && !target.includes('reference/'))
}

it.each(pages)('leads from %s to files that are there', (page) => {
  const missing = listTargets(page).filter((target) => !existsSync(join(root, dirname(page), target)))
  expect(missing).toEqual([])
})

it('finds links and pictures', () => {
  expect(listTargets('README.md')).toEqual(
    expect.arrayContaining(['examples/sign-in', 'docs/pictures/authenticator-home-phone-dark.png']),
  )
})
