import { expect, it } from 'vitest'
import { readEvents } from '../../src/client/server-events.ts'

function streamOf(...chunks: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
}

async function collect(stream: ReadableStream<Uint8Array>) {
  const found = []
  for await (const event of readEvents(stream)) found.push(event)
  return found
}

it('reads events however they are cut into pieces', async () => {
  const text = 'event: inbox\ndata: {"jobs":[]}\n\n:\n\nevent: inbox\r\ndata: ü\r\ndata: b\r\n\r\ndata: c\n\n'
  const whole = [
    { event: 'inbox', data: '{"jobs":[]}' },
    { event: 'inbox', data: 'ü\nb' },
    { event: 'message', data: 'c' },
  ]
  expect(await collect(streamOf(text))).toEqual(whole)
  expect(await collect(streamOf(...text))).toEqual(whole)
})

it('leaves out what has not come to its end', async () => {
  expect(await collect(streamOf('event: inbox\ndata: {"jobs":'))).toEqual([])
})

it('lets go of the stream when nobody reads on', async () => {
  let isCancelled = false
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: a\n\n')),
    cancel: () => {
      isCancelled = true
    },
  })
  for await (const _event of readEvents(stream)) break
  expect(isCancelled).toBe(true)
})
