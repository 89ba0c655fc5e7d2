import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

/** A server with a key for it. */
export type Organiser = { readonly url: string; readonly key: string }

export type Scene = Organiser & {
  /** Of the server, and of the database where that is another. */
  cpuMs(): number
}

export type Json = Record<string, unknown>
export type Registered = { id: string; status: string }

export function createKey(folder: string, settings: Readonly<Record<string, string>>): string {
  const args = [resolve('dist/main.js'), 'key', 'create', '--service', 'events', '--name', 'Bench', '--json']
  const env = { PATH: process.env.PATH, ...settings }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`no key was made:\n${stderr.slice(-2_000)}`)
  return (JSON.parse(stdout) as { key: string }).key
}

export async function ask(
  { url, key }: Organiser,
  method: string,
  path: string,
  body?: Json,
): Promise<{ status: number; body: Json }> {
  const answer = await fetch(`${url}/registration/api/v1/events${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Json) }
}

/** Asks again where the server puts it off. */
export async function insist(scene: Organiser, method: string, path: string, body?: Json): Promise<Json> {
  for (;;) {
    const answer = await ask(scene, method, path, body)
    if (answer.status < 300) return answer.body
    if (answer.status !== 503) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.detail}`)
    await new Promise((wake) => setTimeout(wake, 20))
  }
}

let made = 0

/** Gives the path of the event. */
export async function createEvent(scene: Organiser, event: Json): Promise<string> {
  made += 1
  const times = { start: '2031-05-06T09:00:00+02:00', end: '2031-05-07T18:00:00+02:00' }
  const { id } = await insist(scene, 'POST', '', {
    ...{ code: `BENCH${made}`, title: 'Bench', format: 'in-person', status: 'published' },
    ...{ timezone: 'Europe/Berlin', ...times, ...event },
  })
  return `/${id}`
}

export function registrant(): Json {
  made += 1
  return { firstName: 'Grace', lastName: `Example ${made}`, email: `grace.${made}@example.org` }
}

/** So many, some of them at once. */
export async function registerMany(
  scene: Scene,
  path: string,
  { count, ...wanted }: Json & { count: number },
): Promise<Registered[]> {
  const all: Registered[] = []
  let next = 0
  const one = async () => {
    while (next < count) {
      next += 1
      const body = { registrant: registrant(), ...wanted }
      all.push((await insist(scene, 'POST', `${path}/registrations`, body)) as Registered)
    }
  }
  await Promise.all(Array.from({ length: 16 }, one))
  return all
}
