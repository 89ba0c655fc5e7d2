import { expect, it } from 'vitest'
import { describePush, hashOf } from '../../../web/authenticator/push/notification.ts'

const ticket = `${'Ab3'.repeat(6)}Zz`
const uuid = '0197c0de-0000-7000-8000-00000000abcd'
const job = JSON.stringify({ kind: 'scope_job', ticket })

it('leads to the request of the message, and shows one notification for it', () => {
  const { title, options } = describePush(job, 'en-GB')
  expect(title).toBe('New sign-in request')
  expect(options.tag).toBe(`#/job/${ticket}`)
  expect(hashOf(options.data)).toBe(`#/job/${ticket}`)
  const approval = describePush(JSON.stringify({ kind: 'approval_request', uuid }), 'en')
  expect(hashOf(approval.options.data)).toBe(`#/approval/${uuid}`)
})

it.each([
  ['de-AT', 'Neue Login-Anfrage'],
  ['fr', 'Nouvelle demande de connexion'],
  ['es-MX', 'Nueva solicitud de inicio de sesión'],
  ['ja', 'New sign-in request'],
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
  expect(title).toBe('New request')
  expect(hashOf(options.data)).toBe('')
})

it.each([undefined, null, 'x', { hash: 5 }, { hash: 'https://evil.example' }])(
  'goes nowhere for the data %j',
  (data) => {
    expect(hashOf(data)).toBe('')
  },
)
