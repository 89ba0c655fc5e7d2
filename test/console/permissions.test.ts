import { expect, it } from 'vitest'
import type { Api } from '../../src/kernel/contract/api.ts'
import type { Operation } from '../../src/kernel/contract/operation.ts'
import { roles } from '../../src/platform/operators/roles.ts'
import type { Role } from '../../src/platform/operators/tables.ts'
import { operatorOf, type TestOperator } from '../console.ts'
import { onEachApp, type RunningApp } from '../harness.ts'
import { doors } from './doors.ts'

const letters: Readonly<Record<Role, string>> = { owner: 'O', organiser: 'G', support: 'S', 'read-only': 'R' }
const nowhere = '00000000-0000-7000-8000-000000000000'
const fromPage = { 'sec-fetch-site': 'same-origin' }

type Row = { api: Api; name: string; operation: Operation }

function rowsOf({ app }: RunningApp): Row[] {
  return app.apis
    .filter(({ onlyFrom }) => onlyFrom !== undefined)
    .flatMap((api) => Object.entries(api.operations).map(([name, operation]) => ({ api, name, operation })))
}

/** The status of a request that names nothing that exists, and sends nothing that is right. */
async function knock({ url }: RunningApp, { api, operation }: Row, headers: Record<string, string>) {
  const path = operation.path.replaceAll(/\{\w+\}/g, nowhere)
  const takesBody = operation.method !== 'GET' && operation.body !== undefined
  const answer = await fetch(`${url}${api.basePath}${path}`, {
    method: operation.method,
    headers: { ...headers, ...(takesBody ? { 'content-type': 'application/json' } : {}) },
    ...(takesBody ? { body: '{"nobody-knows":1}' } : {}),
  })
  await answer.body?.cancel()
  return answer.status
}

function doorOf({ api, name }: Row): string {
  const door = doors[api.name]?.[name]
  if (door === undefined) throw new Error(`${api.name} ${name} is not in doors.ts`)
  return door
}

const isAboutOrganisation = ({ operation }: Row) =>
  operation.auth === 'operator' && operation.scope !== undefined && operation.everywhere !== true
/** What ends the session of whoever knocks. */
const ends = (row: Row) => row.name === 'signOut'

onEachApp(
  'the doors of the console',
  (running) => {
    async function knockAll(
      rows: readonly Row[],
      headers: Record<string, string>,
      check: (status: number, row: Row) => void,
    ): Promise<void> {
      for (const row of rows) check(await knock(running(), row, headers), row)
    }
    const operatorRows = () => rowsOf(running()).filter(({ operation }) => operation.auth === 'operator')
    const say = (row: Row) => `${row.api.name} ${row.name}`

    it('are all written down', () => {
      const found = rowsOf(running()).map(say).sort()
      const written = Object.entries(doors).flatMap(([api, rows]) =>
        Object.keys(rows).map((name) => `${api} ${name}`),
      )
      expect(written.sort()).toEqual(found)
    })

    it('ask for a session', async () => {
      const wrong = { ...fromPage, cookie: `lanyard_console=${'A'.repeat(43)}`, 'x-api-key': 'lyev_x' }
      await knockAll(operatorRows(), fromPage, (status, row) => expect(status, say(row)).toBe(401))
      await knockAll(operatorRows(), wrong, (status, row) => expect(status, say(row)).toBe(401))
    })

    it('are closed to other sites, whatever session they bring', async () => {
      const { headers } = await operatorOf(running())
      const away = { ...headers, 'sec-fetch-site': 'cross-site', origin: 'http://evil.test' }
      await knockAll(rowsOf(running()), away, (status, row) => expect(status, say(row)).toBe(403))
    })

    it.each(roles)('are open to the role %s as written down, and to no other row', async (role) => {
      const anywhere = await operatorOf(running(), { role })
      const bound = await operatorOf(running(), { role, organisation: 'Bound' })
      for (const row of operatorRows().filter((row) => !ends(row))) {
        const door = doorOf(row)
        const isIn = door === '-' || door.includes(letters[role])
        const [free, tied] = [
          await knock(running(), row, anywhere.headers),
          await knock(running(), row, bound.headers),
        ]
        const isTiedIn = isIn && !door.includes('*')
        expect(Math.max(free, tied), say(row)).toBeLessThan(500)
        if (isIn) expect([401, 403], say(row)).not.toContain(free)
        else expect(free, say(row)).toBe(403)
        if (isTiedIn) expect([401, 403], say(row)).not.toContain(tied)
        else expect(tied, say(row)).toBe(403)
      }
    })

    it('lead to the operator’s own organisation alone', async () => {
      const bound = await operatorOf(running(), { role: 'owner', organisation: 'Own' })
      const other = await operatorOf(running(), { role: 'owner', organisation: 'Other' })
      const rows = operatorRows().filter(isAboutOrganisation)
      const into = (operator: TestOperator, organisation: string) => ({
        ...operator.headers,
        'lanyard-organisation': organisation,
      })
      await knockAll(rows, into(bound, other.organisationId), (status, row) =>
        expect(status, say(row)).toBe(404),
      )
      const anywhere = await operatorOf(running())
      await knockAll(rows, into(anywhere, nowhere), (status, row) => expect(status, say(row)).toBe(404))
    })

    it('ask which organisation is meant where there are several', async () => {
      const { headers } = await operatorOf(running())
      const { 'lanyard-organisation': _named, ...unnamed } = headers
      const rows = operatorRows().filter((row) => isAboutOrganisation(row) && !row.operation.orAll)
      await knockAll(rows, unnamed, (status, row) => expect(status, say(row)).toBe(400))
    })
  },
  { settings: { LANYARD_RATE: 'off' } },
)
