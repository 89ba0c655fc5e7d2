import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  demoOrganisation,
  getOrCreateOrganisation,
  getOrganisation,
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

  it('is the first one where none is named and there are several', async () => {
    expect(await organisationOf(context)).toMatchObject({ name: 'Default' })
  })

  it('lists those there are where a name is not found, and how to name one', async () => {
    const detail =
      'There is no organisation called Kees. Name one of these with --organisation: Default, Keys and Badges.'
    await expect(getOrganisation(context.database, 'Kees', '--organisation')).rejects.toMatchObject({
      detail,
    })
    expect(await getOrganisation(context.database, 'Default', '--organisation')).toEqual(
      await organisationOf(context),
    )
  })

  it.each(['', '   ', 'a\u0000b', 'a\nb', 'a\u202eb', 'x'.repeat(201)])(
    'is never called %j',
    async (name) => {
      await expect(organisationOf(context, name)).rejects.toMatchObject({ kind: 'invalid' })
    },
  )
})

onEachEngine('the organisation of the demo', (place) => {
  it('is never taken for the first one, also where it is the only one', async () => {
    const context = await openContext(place())
    const demo = await organisationOf(context, demoOrganisation)
    const first = await organisationOf(context)
    expect(first).toMatchObject({ name: 'Default' })
    expect(first.id).not.toBe(demo.id)
    await organisationOf(context, 'Third')
    expect(await organisationOf(context)).toEqual(first)
    await context.database.close()
  })
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
