import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  getOrCreateOrganisation,
  type Organisation,
  renameOrganisation,
} from '../../../src/platform/accounts/organisations.ts'
import { onEachEngine } from '../../engines.ts'
import { contextOn, countOf, openContext, type TestContext } from './context.ts'
import { actionsIn, rowsOf } from './rows.ts'

function organisationOf(context: TestContext, name?: string): Promise<Organisation> {
  return context.database.write((tx) => getOrCreateOrganisation(tx, context, name))
}

onEachEngine('an organisation', (place) => {
  let context: TestContext
  beforeAll(async () => {
    context = await openContext(place())
  })
  afterAll(() => context.database.close())

  it('is made as Default where there is none, and is the only one there is after that', async () => {
    const made = await organisationOf(context)
    expect(made.name).toBe('Default')
    expect(await organisationOf(context)).toEqual(made)
    expect(await actionsIn(context.database)).toEqual(['organisation.create'])
  })

  it('is found by its name, made if new', async () => {
    const made = await organisationOf(context, '  Keys and Badges ')
    expect(made.name).toBe('Keys and Badges')
    expect(await organisationOf(context, 'Keys and Badges')).toEqual(made)
    expect(await rowsOf(context.database, 'organisations')).toHaveLength(2)
  })

  it('must be named where there are several', async () => {
    await expect(organisationOf(context)).rejects.toMatchObject({ kind: 'invalid' })
  })

  it.each(['', '   ', 'a\u0000b', 'a\nb', 'a\u202eb', 'x'.repeat(201)])(
    'is never called %j',
    async (name) => {
      await expect(organisationOf(context, name)).rejects.toMatchObject({ kind: 'invalid' })
    },
  )
})

onEachEngine('an organisation asked for by many at once', (place) => {
  it('is made once', async () => {
    const one = await openContext(place())
    const other = contextOn(await place().open(), one.clock)
    const asked = Array.from({ length: 20 }, (_, n) => organisationOf(n % 2 === 0 ? one : other))
    const ids = (await Promise.all(asked)).map(({ id }) => id)
    expect(countOf(ids, ids[0])).toBe(20)
    expect(await rowsOf(one.database, 'organisations')).toHaveLength(1)
    expect(await actionsIn(one.database)).toEqual(['organisation.create'])
    await Promise.all([one.database.close(), other.database.close()])
  })
})

onEachEngine('a name that many organisations take at once', (place) => {
  it('is given to one, and refused to the others', async () => {
    const one = await openContext(place())
    const other = contextOn(await place().open(), one.clock)
    for (let round = 0; round < 10; round++) {
      const names = Array.from({ length: 8 }, (_, n) => `organisation ${round}.${n}`)
      const made = await Promise.all(names.map((name) => organisationOf(one, name)))
      const answers = await Promise.all(
        made.map(({ id }, n) =>
          renameOrganisation(n % 2 === 0 ? one : other, { id, name: `wanted ${round}`, actor: 'local' }),
        ),
      )
      expect(countOf(answers, 'taken')).toBe(7)
    }
    await Promise.all([one.database.close(), other.database.close()])
  })
})
