import { expect, it } from 'vitest'
import { declaredProblems } from '../../src/kernel/contract/declared-problems.ts'
import { findErrors } from '../../src/kernel/contract/validate.ts'
import { apis, type Row, rowsOf } from '../contract/apis.ts'
import { createSeededRandom } from '../fakes.ts'
import { onEachApp } from '../harness.ts'
import { register } from '../issuer/device.ts'
import { createScore } from '../kernel/http/score.ts'
import { createDice, createHostility, type HostileRequest } from './hostile.ts'

const rounds = process.env.LANYARD_TEST_LONG === '1' ? 100_000 : 1_500
const seed = 'hostile 1'
const atOnce = 25

/** What is wrong with an answer; undefined where it is one that the row declares. */
async function faultOf(row: Row, answer: Response): Promise<string | undefined> {
  const { api, operation } = row
  const text = await answer.text()
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? ''
  if (answer.status >= 500) return `status ${answer.status}: ${text}`
  if (/\bat .+:\d+|node_modules|sqlite|postgres|select .+ from/i.test(text))
    return `it tells too much: ${text}`
  if (answer.status < 400) return faultOfAnswer(operation.answers[answer.status], answer, text)
  const codes = Object.keys(api.problems).filter((code) => api.problems[code]?.status === answer.status)
  const outside = [api.faults['unknown-path'], api.faults['method-not-allowed']]
  const declared = new Set([...declaredProblems(api, operation), ...outside])
  if (!codes.some((code) => declared.has(code))) return `an undeclared status ${answer.status}: ${text}`
  if (operation.method === 'HEAD') return text === '' ? undefined : `a body on HEAD: ${text}`
  if (!api.problemTypes.includes(type)) return `a problem as ${type}`
  const errors = findErrors(api.problemSchema, JSON.parse(text), '')
  return errors.length === 0 ? undefined : JSON.stringify(errors)
}

function faultOfAnswer(
  format: Row['operation']['answers'][number] | undefined,
  answer: Response,
  text: string,
) {
  if (format === undefined) return `an undeclared answer ${answer.status}`
  if (text === '' || format.schema === undefined || !/json/.test(answer.headers.get('content-type') ?? ''))
    return undefined
  const errors = findErrors(format.schema, JSON.parse(text), '')
  return errors.length === 0 ? undefined : JSON.stringify(errors)
}

onEachApp(
  'hostile requests for every row',
  (running) => {
    const score = createScore(`hostile requests, seed "${seed}"`)
    const rows = apis.flatMap(({ api }) => rowsOf(api))

    async function send({ method, path, headers, body }: HostileRequest): Promise<Response> {
      const init = { method, headers, signal: AbortSignal.timeout(20_000) }
      return fetch(running().url + path, body === undefined ? init : { ...init, body })
    }

    it(
      'are each answered as the table has it, and leave the product as it was',
      async () => {
        const app = running()
        const devices = await Promise.all([
          register(app),
          register(app, {}, 'ES256'),
          register(app, { claims: { kind: 'application', name: 'App' } }),
        ])
        const dice = createDice(createSeededRandom(seed))
        const draw = createHostility(dice, devices)
        const wrong: string[] = []
        for (let sent = 0; sent < rounds; sent += atOnce) {
          const batch = Array.from({ length: atOnce }, () => dice.pick(rows)).map((row) => ({
            row,
            request: draw(row),
          }))
          await Promise.all(
            batch.map(async ({ row, request }) => {
              const fault = await faultOf(row, await send(request))
              score.count(1, fault === undefined ? 1 : 0)
              if (fault !== undefined) wrong.push(`${row.name}: ${fault}\n${JSON.stringify(request)}`)
            }),
          )
        }
        expect(wrong).toEqual([])
        expect(({} as { polluted?: unknown }).polluted).toBe(undefined)
        expect(app.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([])
        expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
      },
      rounds * 20,
    )
  },
  { settings: { LANYARD_RATE: 'off' } },
)
