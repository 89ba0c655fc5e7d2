import { expect } from 'vitest'
import type { Api } from '../../../src/kernel/contract/api.ts'
import { findErrors } from '../../../src/kernel/contract/validate.ts'
import type { WireAnswer } from './wire.ts'

/** Nothing that an answer may tell of the machine that gave it. */
const innards = /node_modules|\.[tj]s:\d|\bat \w+ \(|\bselect\b|\binsert into\b|\/srv\/|sqlite|fastify|FST_/i

/** Checks that an answer is a refusal in the words and the shape of the API, and gives what it says. */
export function expectRefusal(api: Api, answer: WireAnswer, code: string): Record<string, unknown> {
  expect(answer.body).not.toMatch(innards)
  expect([code, answer.status, answer.body.slice(0, 200)]).toEqual([
    code,
    api.problems[code]?.status,
    expect.any(String),
  ])
  const [type] = (answer.headers.get('content-type') ?? '').split(';')
  expect(api.problemTypes).toContain(type)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const said = JSON.parse(answer.body) as Record<string, unknown>
  expect(findErrors(api.problemSchema, said, '')).toEqual([])
  expect(said.code ?? said.error_code ?? said.title).toBe(code)
  return said
}

/** The members that a refusal points at. */
export function pointersOf(said: Readonly<Record<string, unknown>>): string[] {
  if (Array.isArray(said.errors)) return said.errors.map((error: { pointer: string }) => error.pointer)
  return Object.keys(said.errors as object)
}
