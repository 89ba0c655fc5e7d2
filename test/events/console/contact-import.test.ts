import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { addContact, countOf, createList } from '../contact-scene.ts'
import { createOrganiser, type Json, type Organiser } from '../scene.ts'
import { type Caller, callerOf } from './operator-call.ts'

type Task = { state: string; done: number; total: number; result: Json | null; failure: string | null }
let imports = 0

onEachApp('the import of contacts', (running) => {
  let organiser: Organiser
  let operator: Caller
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    operator = await callerOf(running(), organiser.organisation)
  })

  const newList = async () => {
    const path = await createList(organiser)
    return { path, id: path.split('/').at(-1) ?? '' }
  }
  const importOf = (listId: string) =>
    `/events/contactlists/${listId}/imports/import-of-the-test-${++imports}`
  const put = (path: string, position: number, contacts: unknown[]) =>
    operator.call('PUT', `${path}/parts/${position}`, { contacts })
  const start = (path: string, parts: number) =>
    operator.call<{ taskId: string }>('POST', path, { parts, fileName: 'people.csv' })
  const finished = async (taskId: string): Promise<Task> => {
    let task: Task | undefined
    await expect
      .poll(async () => {
        task = (await operator.call<Task>('GET', `/tasks/${taskId}`)).body
        return task.state
      })
      .not.toMatch(/queued|running/)
    if (task === undefined) throw new Error('no task was read')
    return task
  }
  const contactsOf = async (path: string) => {
    const { body } = await organiser.call<{ data: (Json & { email: string })[] }>('GET', `${path}/contacts`)
    return body.data.sort((a, b) => (a.email < b.email ? -1 : 1))
  }

  it('adds new ones, changes known ones, and says which lines are refused and why', async () => {
    const list = await newList()
    await addContact(organiser, list.path, {
      email: 'ADA@example.org',
      firstName: 'A.',
      company: 'Analytical',
    })
    const path = importOf(list.id)
    expect(
      (
        await put(path, 0, [
          [2, { email: 'ada@example.org', firstName: 'Ada' }],
          [3, { email: 'nobody' }],
        ])
      ).status,
    ).toBe(204)
    await put(path, 1, [
      [4, { email: 'grace@example.org', countryCode: 'Germany' }],
      [5, { email: 'mary@example.org' }],
    ])
    const { status, body } = await start(path, 2)
    expect(status).toBe(202)
    const task = await finished(body.taskId)
    expect(task).toMatchObject({
      state: 'done',
      done: 4,
      total: 4,
      result: { added: 1, updated: 1, refused: 2 },
    })
    expect(await contactsOf(list.path)).toMatchObject([
      { email: 'ada@example.org', firstName: 'Ada', company: 'Analytical' },
      { email: 'mary@example.org', status: 'subscribed' },
    ])
    expect(await countOf(organiser, list.path)).toBe(2)
    const { text } = await operator.call('GET', `/tasks/${body.taskId}/output`)
    const lines = text.trim().split('\r\n')
    expect(lines[0]).toBe('line,email,reason')
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^3,nobody,.*email/),
      expect.stringMatching(/^4,grace@example.org,.*countryCode/),
    ])
  })

  it('starts once, and not before all parts are there', async () => {
    const list = await newList()
    const path = importOf(list.id)
    await put(path, 0, [[1, { email: 'a@example.org' }]])
    expect((await start(path, 2)).status).toBe(422)
    await put(path, 1, [[2, { email: 'b@example.org' }]])
    await put(path, 1, [[2, { email: 'c@example.org' }]])
    const answers = await Promise.all([start(path, 2), start(path, 2), start(path, 2)])
    const started = answers.filter(({ status }) => status === 202)
    expect(started.length).toBeGreaterThan(0)
    expect(new Set(started.map(({ body }) => body.taskId)).size).toBe(1)
    await finished(started[0]?.body.taskId ?? '')
    expect((await contactsOf(list.path)).map(({ email }) => email)).toEqual([
      'a@example.org',
      'c@example.org',
    ])
  })

  it('refuses a file with a hole in it, and takes it when the hole is filled', async () => {
    const list = await newList()
    const path = importOf(list.id)
    for (const position of [0, 1, 3]) await put(path, position, [[1, { email: `p${position}@example.org` }]])
    const holed = await operator.call<{ errors: Json[] }>('POST', path, { parts: 3, fileName: '' })
    expect([holed.status, holed.body.errors]).toEqual([
      422,
      [expect.objectContaining({ pointer: '/parts', code: 'gap' })],
    ])
    expect(await countOf(organiser, list.path)).toBe(0)
    await put(path, 2, [[1, { email: 'p2@example.org' }]])
    const { body } = await start(path, 4)
    expect(await finished(body.taskId)).toMatchObject({ state: 'done', result: { added: 4 } })
  })

  it('takes a thousand rows in slices, however often it is started', async () => {
    const list = await newList()
    const path = importOf(list.id)
    const rows = Array.from({ length: 1_000 }, (_none, at) => [at + 2, { email: `person-${at}@example.org` }])
    await put(path, 0, rows.slice(0, 600))
    await put(path, 1, rows.slice(600))
    // Several at once: it takes long enough that none of them comes when it is over.
    const answers = await Promise.all([1, 2, 3].map(() => start(path, 2)))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    const ids = new Set(answers.map(({ body }) => body.taskId))
    expect(ids.size).toBe(1)
    expect((await finished([...ids][0] ?? '')).result).toEqual({ added: 1_000, updated: 0, refused: 0 })
    expect(await countOf(organiser, list.path)).toBe(1_000)
  })

  it('is of the list and the organisation, and for those who may write contacts', async () => {
    const list = await newList()
    const other = await newList()
    const path = importOf(list.id)
    await put(path, 0, [[1, { email: 'a@example.org' }]])
    expect(
      (await operator.call('PUT', `${path.replace(list.id, other.id)}/parts/0`, { contacts: [[1, {}]] }))
        .status,
    ).toBe(409)
    expect((await start(path.replace(list.id, other.id), 1)).status).toBe(404)
    const stranger = await callerOf(running(), 'Strangers')
    const support = await callerOf(running(), organiser.organisation, 'support')
    for (const [caller, status] of [
      [stranger, 404],
      [support, 403],
    ] as const) {
      expect((await caller.call('PUT', `${path}/parts/0`, { contacts: [[1, {}]] })).status).toBe(status)
      expect((await caller.call('POST', path, { parts: 1, fileName: '' })).status).toBe(status)
    }
    expect((await put(path, 1_000, [[1, {}]])).status).toBe(400)
    expect((await put(path, 1, [])).status).toBe(422)
  })
})
