import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../scripts/setup.js'
import { problems } from '../../src/twofactor/base/problems.ts'
import { listSteps, readPage, toPattern } from './page.ts'
import { createReader } from './reader.ts'

const border = '-- the next step --'

/** What a page may say of refusals: `429 \`60003\`` in two-factor, `409 \`capacity-full\`` in the event services. */
type Codes = { readonly pattern: RegExp; readonly known: readonly { code: string; status: number }[] }

const twofactorCodes: Codes = {
  pattern: /(\d{3}) (`600\d\d`(?:, `600\d\d`)*)/g,
  known: Object.values(problems).map(({ title, status }) => ({ code: title, status })),
}

/** Follows a page to its end in one shell, and checks what each step prints. */
export function walkPage(name: string, codes: Codes = twofactorCodes): void {
  const { text, blocks } = readPage(name)
  const steps = listSteps(blocks, 'run')

  describe(`the page ${name}`, () => {
    const reader = createReader()
    let port = ''
    let outputs: string[] = []
    /** The page has the default port; a test takes one that is free. */
    const here = (shown: string) => shown.replaceAll('localhost:4000', `localhost:${port}`)

    beforeAll(async () => {
      const [serve] = listSteps(blocks, 'serve')
      const server = reader.start(`exec env ${serve?.script}`, { PORT: '0' })
      port = (await server.shows(/^Lanyard is running at http:\/\/localhost:(\d+) /m))[1] ?? ''
      const script = steps.map((step) => here(step.script)).join(`\necho '${border}'\n`)
      const shell = reader.start(script, { PORT: port })
      expect(await shell.ended, shell.stdout() + shell.stderr()).toBe(0)
      outputs = shell.stdout().split(`${border}\n`)
    }, 240_000)
    afterAll(() => reader.close())

    it.each(steps.map((step, at) => ({ ...step, number: at + 1 })))(
      'shows what step $number prints',
      ({ number, output }) => {
        expect(outputs[number - 1]).toMatch(toPattern(here(output)))
      },
    )

    it('has each file as it is', () => {
      for (const { mark = '', text: shown } of blocks.filter((block) => block.mark?.startsWith('file=')))
        expect(shown).toBe(readFileSync(join(root, 'docs', 'guide', mark.slice('file='.length)), 'utf8'))
    })

    it('names error codes that the service has, with their status', () => {
      const named = [...text.matchAll(codes.pattern)].flatMap(([, status, listed = '']) =>
        listed.split(', ').map((code) => ({ code: code.slice(1, -1), status: Number(status) })),
      )
      expect(named.length).toBeGreaterThan(3)
      expect(codes.known).toEqual(expect.arrayContaining(named))
    })
  })
}
