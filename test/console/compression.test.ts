import { expect, it } from 'vitest'
import { isCompressible } from '../../src/app/http/compressible.ts'
import { operatorOf } from '../console.ts'
import { onEachApp } from '../harness.ts'
import { newName } from './operations.ts'
import { consoleOf } from './wire.ts'

/** Members of answers that hold a secret, or a text with one. */
const secrets = /^(secret|token|link|ticket|text|uri|qr|url|challenge)$/
/** Here it is the public web address of an event or a session. */
const harmless = new Set([
  'console-registration getEvent url',
  'console-registration listEventSessions url',
  'console-registration getEventSession url',
  'console-registration getRegistration url',
])

function membersOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { properties?: object }
  return [...Object.keys(properties), ...Object.values(schema).flatMap(membersOf)]
}

onEachApp('compressed answers', (running) => {
  const ask = async (path: string, accept: string) => {
    const { headers } = await operatorOf(running())
    return fetch(`${running().url}/console/api${path}`, {
      headers: { ...headers, 'accept-encoding': accept },
    })
  }

  it('are the same text, and shorter', async () => {
    const { headers } = await operatorOf(running())
    const api = consoleOf(running(), headers)
    for (let made = 0; made < 10; made++)
      await api.createEventsKey({ body: { name: newName('Compressed key') } })
    const plain = await ask('/audit', 'identity')
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([
      null,
      'accept-encoding',
    ])
    const length = (await plain.text()).length
    expect(length).toBeGreaterThan(1_024)
    for (const coding of ['br', 'gzip']) {
      const answer = await ask('/audit', coding)
      expect(answer.headers.get('content-encoding')).toBe(coding)
      expect(Number(answer.headers.get('content-length'))).toBeLessThan(length / 2)
      expect(Array.isArray(((await answer.json()) as { data: unknown[] }).data)).toBe(true)
    }
  })

  it('are no short ones', async () => {
    const answer = await ask('/tasks', 'br')
    expect(answer.headers.get('content-encoding')).toBeNull()
  })

  it('hold no secret', () => {
    const found = running()
      .app.apis.filter(({ onlyFrom }) => onlyFrom !== undefined)
      .flatMap((api) =>
        Object.entries(api.operations)
          .filter(([, operation]) => isCompressible(operation))
          .flatMap(([name, { answers }]) =>
            Object.values(answers)
              .flatMap(({ schema }) => membersOf(schema))
              .filter((member) => secrets.test(member))
              .map((member) => `${api.name} ${name} ${member}`),
          ),
      )
    expect([...new Set(found)].filter((one) => !harmless.has(one))).toEqual([])
  })
})
