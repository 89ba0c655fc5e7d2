import { expect } from 'vitest'
import { problems } from '../../src/issuer/base/problems.ts'
import type { RunningApp } from '../harness.ts'
import type { IssuerAnswer } from './device.ts'

/** Checks that an answer is the issuer's refusal with this label, whole and well formed. */
export function expectRefusal(
  { issuerUrl }: RunningApp,
  answer: IssuerAnswer,
  label: keyof typeof problems,
): void {
  expect([label, answer.text]).toEqual([label, expect.stringContaining(`"title":"${label}"`)])
  const { status } = problems[label]
  expect(answer.status).toBe(status)
  expect(answer.body).toMatchObject({
    error: status,
    type: `${issuerUrl}/errors/${label}`,
    title: label,
    detail: expect.stringMatching(/\S/),
  })
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.has('www-authenticate')).toBe(status === 401)
}
