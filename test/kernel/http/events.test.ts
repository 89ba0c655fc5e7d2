import { connect } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { serveApi } from '../../../src/kernel/contract/api.ts'
import {
  EventStream,
  eventStream,
  type OperationTable,
  type StreamEvent,
} from '../../../src/kernel/contract/operation.ts'
import { type Sample, startSample } from './sample.ts'
import { flatApi, type problems } from './sample-api.ts'

const operations = {
  follow: {
    method: 'GET',
    path: '/follow',
    tag: 'streams',
    auth: 'public',
    summary: 'Follow what the test tells',
    answers: { 200: eventStream('Until the end.') },
    problems: [],
  },
} as const satisfies OperationTable<typeof problems>

type Source = { send: (event: StreamEvent) => void; end: () => void; closed: number }

let sample: Sample
let sources: Source[]
const uncaught: unknown[] = []
const keep = (error: unknown) => void uncaught.push(error)

beforeEach(async () => {
  sources = []
  const follow = () => ({
    status: 200 as const,
    body: new EventStream((send, end) => {
      const source = { send, end, closed: 0 }
      sources.push(source)
      return () => {
        source.closed += 1
      }
    }),
  })
  sample = await startSample({ apis: [serveApi({ ...flatApi, operations }, { follow })] })
  process.on('uncaughtException', keep)
})
afterEach(async () => {
  await sample.stop()
  process.off('uncaughtException', keep)
  expect(uncaught.splice(0)).toEqual([])
})

async function open(): Promise<{ response: Response; source: Source }> {
  const response = await fetch(`${sample.url}/flat/follow`)
  return { response, source: sources.at(-1) as Source }
}

const held = () => Number(/^lanyard_http_held (\d+)$/m.exec(sample.metrics())?.[1])
const event = { event: 'news', data: { line: 'a\nb' } }

/** Whatever was wrong with the writes so far has been told by now. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

it('sends events in their format, and ends', async () => {
  const { response, source } = await open()
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  expect(held()).toBe(1)
  source.send(event)
  source.end()
  expect(await response.text()).toBe('event: news\ndata: {"line":"a\\nb"}\n\n')
  expect([source.closed, held()]).toEqual([1, 0])
})

it('drops what is sent after the end, however it came', async () => {
  const ended = await open()
  ended.source.end()
  ended.source.end()
  ended.source.send(event)
  expect(await ended.response.text()).toBe('')
  const left = await open()
  await left.response.body?.cancel()
  while (left.source.closed === 0) await settled()
  left.source.send(event)
  left.source.end()
  const stopped = await open()
  const stop = sample.server.close()
  while (stopped.source.closed === 0) await new Promise(setImmediate)
  stopped.source.send(event)
  await stop
  expect(await stopped.response.text()).toBe('')
  await settled()
  expect([ended, left, stopped].map(({ source }) => source.closed)).toEqual([1, 1, 1])
})

it('cuts a reader off that does not read', async () => {
  const { port } = new URL(sample.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET /flat/follow HTTP/1.1\r\nhost: a\r\n\r\n')
  socket.pause()
  while (sources.length === 0) await settled()
  const [source] = sources as [Source]
  const large = { event: 'news', data: 'x'.repeat(10_000) }
  let sent = 0
  for (; source.closed === 0 && sent < 10_000; sent++) {
    source.send(large)
    if (sent % 50 === 0) await new Promise(setImmediate)
  }
  expect(source.closed).toBe(1)
  expect([sent < 10_000, held()]).toEqual([true, 0])
  socket.destroy()
})
