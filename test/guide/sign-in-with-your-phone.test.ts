import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
// The compiler checks the program with the tests.
import type {} from '../../docs/guide/sign-in.ts'
import { root } from '../../scripts/setup.js'
import { problems } from '../../src/issuer/base/problems.ts'
import { listSteps, readPage, toPattern } from './page.ts'
import { createReader } from './reader.ts'

const { text, blocks } = readPage('sign-in-with-your-phone.md')
const steps = listSteps(blocks, 'run')
const border = '-- the next step --'

describe('the guide to signing in with a phone', () => {
  const reader = createReader()
  let port = ''
  let outputs: string[] = []
  /** The page has the default port; a test takes one that is free. */
  const here = (shown: string) => shown.replaceAll('localhost:4000', `localhost:${port}`)

  beforeAll(async () => {
    const [serve] = listSteps(blocks, 'serve')
    const server = reader.start(`exec ${serve?.script}`, { PORT: '0' })
    port = (await server.shows(/^Lanyard is running at http:\/\/localhost:(\d+) /m))[1] ?? ''
    const script = steps.map((step) => here(step.script)).join(`\necho '${border}'\n`)
    const shell = reader.start(script, { PORT: port })
    expect(await shell.ended, shell.stderr()).toBe(0)
    outputs = shell.stdout().split(`${border}\n`)
  })
  afterAll(() => reader.close())

  it.each(steps.map((step, at) => ({ ...step, number: at + 1 })))(
    'shows what step $number prints',
    ({ number, output }) => {
      expect(outputs[number - 1]).toMatch(toPattern(here(output)))
    },
  )

  it('has a program that signs a user in once the phone approves', async () => {
    const [step] = listSteps(blocks, 'start')
    // Where the clone has it, npx fetches nothing.
    expect(existsSync(join(root, 'node_modules/tsx'))).toBe(true)
    const settings = { ISSUER: `http://localhost:${port}/issuer`, PORT: port }
    const program = reader.start(`exec ${step?.script}`, settings)
    const [, link = '', number = ''] = await program.shows(/^Open (\S+) and type (\d\d)$/m)
    const command = /`(\.\/lanyard device approve LINK [^`]+)`/.exec(text)?.[1] ?? ''
    const phone = reader.start(command.replace('LINK', `'${link}'`).replace('NN', number), { PORT: port })
    expect(await phone.ended, phone.stderr()).toBe(0)
    expect(await program.ended, program.stderr()).toBe(0)
    expect(program.stdout()).toMatch(toPattern(here(step?.output ?? '')))
  })
})

describe('the page of the guide', () => {
  it('has each file as it is', () => {
    const shown = blocks.filter(({ mark }) => mark?.startsWith('file='))
    expect(shown.map(({ mark }) => mark)).toEqual(['file=sign.js', 'file=verify.js', 'file=sign-in.ts'])
    for (const { mark = '', text } of shown) {
      const file = join(root, 'docs', 'guide', mark.slice('file='.length))
      expect(text).toBe(readFileSync(file, 'utf8'))
    }
  })

  it('names refusals that the issuer has, with their status', () => {
    const named = [...text.matchAll(/(\d{3}) (`[a-z-]+`(?:, `[a-z-]+`)*)/g)].flatMap(
      ([, status, titles = '']) =>
        titles.split(', ').map((title) => ({ title: title.slice(1, -1), status: Number(status) })),
    )
    expect(named.length).toBeGreaterThan(10)
    const known = Object.values(problems).map(({ title, status }) => ({ title, status }))
    expect(known).toEqual(expect.arrayContaining(named))
  })
})
