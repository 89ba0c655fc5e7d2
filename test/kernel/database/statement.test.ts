import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { postgresCapabilities } from '../../../src/kernel/database/capabilities.ts'
import { learnMigrations } from '../../../src/kernel/database/maintenance/migrate.ts'
import { statementOnce, statementsOf } from '../../../src/kernel/database/statement.ts'
import { engines } from '../../engines.ts'

type Tables = { things: { id: string; owner: string; state: string; made_at: number } }

learnMigrations(
  [
    {
      name: 'test/0001-things',
      statements: ({ createTable, types }) => [
        createTable('things')
          .addColumn('id', 'text')
          .addColumn('owner', 'text')
          .addColumn('state', 'text')
          .addColumn('made_at', types.integer),
      ],
    },
  ],
  postgresCapabilities,
)

const statement = statementsOf<Tables>()
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
  db.exec('create table things (id text primary key, owner text, state text, made_at integer)')
  db.exec('create index things_in_order on things (owner, made_at)')
  db.exec("create index things_open on things (made_at) where state = 'open'")
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

it('writes out what is known when it is built, and binds what is given when it is run', () => {
  for (const engine of engines) {
    expect(known.compiled(engine).sql).toMatch(/ limit 20$/)
    expect(known.compiled(engine).bind({ owner: 'a' })).toEqual(['a'])
    expect(given.compiled(engine).bind({ owner: 'a', limit: 3 })).toEqual(['a', 3])
    const quoted = statement((db) => db.selectFrom('things').select('id').where('owner', '=', "o'hara"))
    expect(quoted.compiled(engine).sql).toContain(`'o''hara'`)
    expect(quoted.compiled(engine).bind({})).toEqual([])
  }
})

it('binds the values of a statement that is put together at run time', () => {
  for (const engine of engines) {
    const once = statementOnce<Tables, object>((db) =>
      db.selectFrom('things').selectAll().where('owner', '=', "o'hara").limit(3),
    ).compiled(engine)
    expect(once.sql).not.toContain('hara')
    expect(once.bind({})).toEqual(["o'hara", 3])
  }
})

it('plans with a partial index once, where it is of a state that the statement names', () => {
  const open = statement((db, p: { made_at: number }) =>
    db.selectFrom('things').select('id').where('state', '=', 'open').where('made_at', '<', p.made_at),
  ).compiled('sqlite')
  expect(countQuestions(open.sql, [5])).toBe(0)
  // The control: the state as a parameter.
  expect(countQuestions(open.sql.replace("'open'", '?'), ['open', 5])).toBeGreaterThan(10)
})

it('is prepared once, and not at every run, whatever its limit is', () => {
  expect(countQuestions(known.compiled('sqlite').sql, ['a'])).toBe(0)
  const { sql } = given.compiled('sqlite')
  expect(countQuestions(sql, ['a', 20])).toBe(0)
  // The control: a bare parameter.
  expect(countQuestions(sql.replace('(? + 0)', '?'), ['a', 20])).toBeGreaterThan(10)
})
