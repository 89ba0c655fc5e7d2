import { expect, it } from 'vitest'
import { describePush, hashOf } from '../../../web/authenticator/push/notification.ts'

const ticket = `${'Ab3'.repeat(6)}Zz`
const uuid = '0197c0de-0000-7000-8000-00000000abcd'
const job = JSON.stringify({ kind: 'scope_job', ticket })

it('leads to the request of the message, and shows one notification for it', () => {
  const { title, options } = describePush(job, 'en-GB')
  expect(title).toBe('Somebody asks you to sign in')
  expect(options.tag).toBe(`#/job/${ticket}`)
  expect(hashOf(options.data)).toBe(`#/job/${ticket}`)
  const approval = describePush(JSON.stringify({ kind: 'approval_request', uuid }), 'en')
  expect(hashOf(approval.options.data)).toBe(`#/approval/${uuid}`)
})

it.each([
  ['de-AT', 'Jemand bittet Sie, sich anzumelden'],
  ['fr', 'Quelqu’un vous demande de vous connecter'],
  ['es-MX', 'Alguien le pide que inicie sesión'],
  ['ja', 'Somebody asks you to sign in'],
])('speaks %s', (language, title) => {
  expect(describePush(job, language).title).toBe(title)
})

it.each([
  undefined,
  '',
  'not JSON',
  'null',
  '{"kind":"scope_job"}',
  '{"kind":"scope_job","ticket":"../../elsewhere"}',
  '{"kind":"approval_request","uuid":"https://evil.example"}',
  '{"kind":"other","ticket":"abcdefghijklmnopqrst"}',
])('shows something for %j, and leads to the first page', (data) => {
  const { title, options } = describePush(data, 'en')
  expect(title).toBe('Something waits for you')
  expect(hashOf(options.data)).toBe('')
})

it.each([undefined, null, 'x', { hash: 5 }, { hash: 'https://evil.example' }])(
  'goes nowhere for the data %j',
  (data) => {
    expect(hashOf(data)).toBe('')
  },
)
