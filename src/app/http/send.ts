import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { TSchema } from 'typebox'
import { letOthersRun } from '../../kernel/async/let-others-run.ts'
import { encodeText, WORTH_CODING } from '../../kernel/base/coded-body.ts'
import { chooseCoding } from '../../kernel/base/coding.ts'
import { type Answer, type Operation, Serialized, TextStream } from '../../kernel/contract/operation.ts'
import { findErrors, serialize } from '../../kernel/contract/validate.ts'
import { isCompressible } from './compressible.ts'

/** `strict`: a response that the operation does not declare is an error. */
export function sendAnswer(
  operation: Operation,
  answer: Answer,
  reply: FastifyReply,
  { strict }: { strict: boolean },
): FastifyReply | Promise<FastifyReply> {
  const format = operation.answers[answer.status]
  if (format === undefined) throw new Error(`the row does not declare the answer ${answer.status}`)
  reply.code(answer.status)
  if (answer.headers !== undefined) reply.headers(answer.headers)
  const body: unknown = answer.body
  if (body instanceof TextStream) {
    // Chunks are large texts: by default sixteen of them would be buffered for a slow reader.
    const chunks = Readable.from(inTurns(body.chunks), { highWaterMark: 1 })
    return reply.header('content-type', body.contentType).send(chunks)
  }
  if (format.contentType === undefined) return reply.send()
  if (body instanceof Uint8Array) return reply.send(body)
  if (answer.headers?.['content-type'] !== undefined && body instanceof Serialized)
    return reply.send(body.text)
  reply.header('content-type', format.contentType)
  if (format.schema === undefined) return reply.send(body instanceof Serialized ? body.text : body)
  if (strict) checkAnswer(format.schema, body)
  const text = body instanceof Serialized ? body.text : serialize(format.schema, body)
  return isCompressible(operation) ? sendCompressed(reply, text) : reply.send(text)
}

/** A tag belongs to one coding (RFC 9110 §8.8.3.3), so an answer with a tag is sent as it is. */
async function sendCompressed(reply: FastifyReply, text: string): Promise<FastifyReply> {
  if (text.length < WORTH_CODING || reply.hasHeader('etag')) return reply.send(text)
  reply.header('vary', 'accept-encoding')
  const coding = chooseCoding(reply.request.headers['accept-encoding'])
  if (coding === undefined) return reply.send(text)
  return reply.header('content-encoding', coding).send(await encodeText(text, coding))
}

function checkAnswer(schema: TSchema, body: unknown): void {
  const errors = findErrors(schema, body instanceof Serialized ? JSON.parse(body.text) : body, '/answer')
  if (errors.length > 0) throw new Error(`the answer breaks its schema: ${JSON.stringify(errors)}`)
}

/** Other requests are served between two chunks, also while the client reads as fast as they come. */
async function* inTurns(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    yield chunk
    await letOthersRun()
  }
}

/** Stops producing output if the session ends while a slow client is still reading. */
export async function* whileAllowed(
  chunks: AsyncIterable<string>,
  check: () => Promise<void>,
): AsyncGenerator<string> {
  let isFirst = true
  for await (const chunk of chunks) {
    if (!isFirst) await check()
    isFirst = false
    yield chunk
  }
}
