import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { statementsOf } from '../../../src/kernel/database/statement.ts'

const statement = statementsOf<{ things: { id: string; owner: string; made_at: number } }>()
const known = statement((db, p: { owner: string }) =>
  db.selectFrom('things').selectAll().where('owner', '=', p.owner).orderBy('made_at').limit(20),
)
const given = statement((db, p: { owner: string; limit: number }) =>
  db.selectFrom('things').selectAll().where('owner', '=', p.owner).orderBy('made_at').limit(p.limit),
)

/** How often SQLite asks what a statement may do: it asks when it prepares one. */
function countQuestions(sql: string, parameters: unknown[]): number {
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  db.exec('create table things (id text primary key, owner text, made_at integer)')
  db.exec('create index things_in_order on things (owner, made_at)')
  let questions = 0
  db.setAuthorizer(() => {
    questions += 1
    return 0
  })
  const prepared = db.prepare(sql)
  questions = 0
  for (let run = 0; run < 10; run++) prepared.all(...(parameters as string[]))
  return questions
}

it('writes out a limit that is known, and binds one that is given', () => {
  expect(known.compiled('sqlite').sql).toMatch(/ limit 20$/)
  expect(known.compiled('sqlite').bind({ owner: 'a' })).toEqual(['a'])
  expect(given.compiled('sqlite').bind({ owner: 'a', limit: 3 })).toEqual(['a', 3])
  expect(known.compiled('postgres').bind({ owner: 'a' })).toEqual(['a', 20])
})

it('is prepared once, and not at every run, whatever its limit is', () => {
  expect(countQuestions(known.compiled('sqlite').sql, ['a'])).toBe(0)
  const { sql } = given.compiled('sqlite')
  expect(countQuestions(sql, ['a', 20])).toBe(0)
  // The control: a bare parameter.
  expect(countQuestions(sql.replace('(? + 0)', '?'), ['a', 20])).toBeGreaterThan(10)
})
