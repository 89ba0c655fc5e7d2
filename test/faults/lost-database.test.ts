import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectRefused, lanyard, lanyardHere, lanyardHereJson, lanyardJson } from '../app/commands/program.ts'
import { runCommand, type ServerOptions, type Store, startServer } from '../child.ts'
import { temporaryPlace } from '../place.ts'

const fileOf = ({ dataFolder }: Store) => join(dataFolder, 'lanyard.sqlite')
const logOf = (store: Store) => `${fileOf(store)}-wal`
const markOf = ({ dataFolder }: Store) => join(dataFolder, 'installation.json')
const older = /belongs to an installation, but its database is older than it should be.*lanyard restore FILE/
const empty = /belongs to an installation, but .*is empty.*lanyard restore FILE/
const missing = /belongs to an installation, but its database .*is missing.*lanyard restore FILE/

type Run = typeof lanyardJson

// Where a test looks at the database's files, its commands are processes: what one leaves open here is closed by its end only.
const createKey = (store: Store, name: string, run: Run = lanyardHereJson) =>
  run(store, ['key', 'create', '--service', 'events', '--name', name])

async function keysOf(store: Store, run: Run = lanyardHereJson): Promise<string[]> {
  const { keys } = await run<{ keys: { name: string }[] }>(store, ['key', 'list'])
  return keys.map(({ name }) => name)
}

async function expectStart(store: Store, options: ServerOptions = {}): Promise<string> {
  const server = await startServer(store, options)
  expect((await server.end('SIGTERM')).code).toBe(0)
  return server.output()
}

type User = { key: string; id: number }
const api = '/twofactor/protected/json'

/** Kills a server right after it acknowledged a user, who is in its write-ahead log only: no command ran since. */
async function killServer(store: Store, options: ServerOptions = {}): Promise<User> {
  const { key } = await lanyardJson<{ key: string }>(store, [
    ...['key', 'create', '--service', 'twofactor', '--name', 'kept'],
  ])
  const server = await startServer(store, options)
  const user = await addUser(server.url, key)
  await server.end('SIGKILL')
  return user
}

async function addUser(url: string, key: string): Promise<User> {
  const body = new URLSearchParams({ 'user[cellphone]': '775-461-5609', 'user[country_code]': '1' })
  const headers = { 'x-twofactor-api-key': key }
  const answer = await fetch(`${url}${api}/users/new`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  const { user } = (await answer.json()) as { user: { id: number } }
  return { key, id: user.id }
}

/** Starts again, and finds the user. */
async function expectUser(store: Store, { key, id }: User, options: ServerOptions = {}): Promise<void> {
  const server = await startServer(store, options)
  const answer = await fetch(`${server.url}${api}/users/${id}/status`, {
    headers: { 'x-twofactor-api-key': key },
  })
  expect(answer.status).toBe(200)
  expect((await server.end('SIGTERM')).code).toBe(0)
}

async function copyOf(store: Store): Promise<Store> {
  const copy = await temporaryPlace('sqlite')
  cpSync(store.dataFolder, copy.dataFolder, { recursive: true })
  return copy
}

describe('an SQLite database that was lost', () => {
  // One kill serves all three: each looks at its own copy of what the killed server left.
  it('is refused without its write-ahead log after a kill, and starts with it, also where a command moved it into the file', async () => {
    const store = await temporaryPlace('sqlite')
    const user = await killServer(store)
    expect(statSync(fileOf(store)).size).toBeGreaterThan(500_000)
    const [asLeft, commanded] = [await copyOf(store), await copyOf(store)]

    renameSync(logOf(store), join(store.dataFolder, 'aside'))
    rmSync(`${fileOf(store)}-shm`)
    for (const args of [['serve'], ['key', 'list'], ['migrate']])
      expectRefused(await lanyard(store, args), older)
    renameSync(join(store.dataFolder, 'aside'), logOf(store))
    await expectUser(store, user)

    await expectUser(asLeft, user)

    expect(await keysOf(commanded, lanyardJson)).toEqual(['kept'])
    expect(existsSync(logOf(commanded))).toBe(false)
    await expectUser(commanded, user)
  })

  it('is refused where several processes were killed and the log is gone, and starts where it is there', async () => {
    const store = await temporaryPlace('sqlite')
    const settings = { LANYARD_PROCESSES: '2' }
    const user = await killServer(store, { settings })
    const copy = await copyOf(store)
    rmSync(logOf(copy))
    expectRefused(await lanyard(copy, ['serve'], settings), older)
    await expectUser(store, user, { settings })
  })

  it.each([
    ['empty', (store: Store) => truncateSync(fileOf(store)), empty],
    ['missing', (store: Store) => rmSync(fileOf(store)), missing],
  ])('is refused where it is %s, and starts anew only when that is asked for', async (_, lose, line) => {
    const store = await temporaryPlace('sqlite')
    await createKey(store, 'lost', lanyardJson)
    lose(store)
    for (const args of [['serve'], ['key', 'list'], ['migrate']])
      expectRefused(await lanyard(store, args), line)
    const { stdout } = await lanyard(store, ['doctor'])
    expect(stdout).toMatch(line)
    expect((await lanyard(store, ['migrate', '--new'])).status).toBe(0)
    expect(await keysOf(store)).toEqual([])
  })

  it('is refused where an older copy is in its place, and accepted when that is asked for', async () => {
    const store = await temporaryPlace('sqlite')
    await createKey(store, 'first')
    copyFileSync(fileOf(store), join(store.dataFolder, 'copy'))
    await createKey(store, 'second')
    copyFileSync(join(store.dataFolder, 'copy'), fileOf(store))
    expectRefused(await lanyard(store, ['serve']), older)
    expect((await lanyardHere(store, ['migrate', '--new'])).status).toBe(0)
    expect(await keysOf(store)).toEqual(['first'])
  })

  it('is restored from a backup into its folder', async () => {
    const store = await temporaryPlace('sqlite')
    await createKey(store, 'first')
    await lanyardHereJson(store, ['backup', 'kept.backup'])
    await createKey(store, 'second')
    rmSync(fileOf(store))
    await lanyardHereJson(store, ['restore', 'kept.backup'])
    await expectStart(store)
    expect(await keysOf(store)).toEqual(['first'])
  })

  it('starts where the mark of the folder is damaged, and notices the next loss', async () => {
    const store = await temporaryPlace('sqlite')
    await createKey(store, 'kept')
    writeFileSync(markOf(store), '{"engine":')
    expect(await keysOf(store)).toEqual(['kept'])
    expect(JSON.parse(readFileSync(markOf(store), 'utf8'))).toMatchObject({ engine: 'sqlite' })
    writeFileSync(markOf(store), '')
    rmSync(fileOf(store))
    expectRefused(await lanyard(store, ['serve']), missing)
  })

  it('takes the file of another installation with its root key only', async () => {
    const [store, other] = [await temporaryPlace('sqlite'), await temporaryPlace('sqlite')]
    await createKey(store, 'own')
    await createKey(other, 'of another')
    copyFileSync(fileOf(other), fileOf(store))
    expectRefused(await lanyard(store, ['serve']), /made with another root key/)
    copyFileSync(join(other.dataFolder, 'secret'), join(store.dataFolder, 'secret'))
    await expectStart(store)
    expect(await keysOf(store)).toEqual(['of another'])
  })

  it('is refused without its root key, and no new key is made', async () => {
    const store = await temporaryPlace('sqlite')
    await createKey(store, 'kept')
    const secret = join(store.dataFolder, 'secret')
    renameSync(secret, `${secret}.aside`)
    expectRefused(await lanyard(store, ['serve']), /root key file .* is missing: put it back/)
    expect(existsSync(secret)).toBe(false)
    renameSync(`${secret}.aside`, secret)
    await expectStart(store)
  })
})

describe('a data folder whose database moved', () => {
  it('takes an empty PostgreSQL only when that is asked for', async () => {
    const [store, fresh] = [await temporaryPlace('postgres'), await temporaryPlace('postgres')]
    await createKey(store, 'kept')
    const moved = { ...store, databaseUrl: fresh.databaseUrl }
    expectRefused(await lanyard(moved, ['serve']), empty)
    for (const args of [['key', 'list'], ['migrate']]) expectRefused(await lanyardHere(moved, args), empty)
    // Nothing was written there, so that a backup can still be restored into it.
    expect(await lanyardHereJson(fresh, ['migrate', '--dry-run'])).toMatchObject({ applied: [] })
    expect((await lanyardHere(moved, ['migrate', '--new'])).status).toBe(0)
    expect(await keysOf(moved)).toEqual([])
    expect(await keysOf(store)).toEqual(['kept'])
  })

  it('follows a backup to PostgreSQL and back, and is not mistaken for the old file', async () => {
    const [store, postgres] = [await temporaryPlace('sqlite'), await temporaryPlace('postgres')]
    await createKey(store, 'first')
    await lanyardHereJson(store, ['backup', 'one.backup'])
    const moved = { ...store, databaseUrl: postgres.databaseUrl }
    await lanyardHereJson(moved, ['restore', 'one.backup'])
    await expectStart(moved)
    await createKey(moved, 'second')
    const elsewhere = /its database is on PostgreSQL, and DATABASE_URL is not set/
    expectRefused(await lanyard(store, ['serve']), elsewhere)
    await lanyardHereJson(moved, ['backup', 'two.backup'])
    mkdirSync(join(store.dataFolder, 'old'))
    renameSync(fileOf(store), join(store.dataFolder, 'old', 'lanyard.sqlite'))
    expectRefused(await lanyard(store, ['serve']), elsewhere)
    await lanyardHereJson(store, ['restore', 'two.backup'])
    await expectStart(store)
    expect(await keysOf(store)).toEqual(['first', 'second'])
  })
})

it('commands beside a server do not keep it from starting again after a kill', async () => {
  const store = await temporaryPlace('sqlite')
  const server = await startServer(store)
  const names = Array.from({ length: 4 }, (_, n) => `key ${n}`)
  await Promise.all(
    names.map((name) => runCommand(store, ['key', 'create', '--service', 'events', '--name', name])),
  )
  await server.end('SIGKILL')
  await expectStart(store)
  expect((await keysOf(store)).sort()).toEqual(names)
})
