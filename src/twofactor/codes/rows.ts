import * as Type from 'typebox'
import { json, rowsOf } from '../../kernel/contract/operation.ts'
import { closed } from '../../kernel/contract/schema.ts'
import { anything, done, forApplications, forOlderClients, success, text, userPath } from '../base/rows.ts'

const sendBag = Type.Object({
  force: Type.Optional(Type.Boolean()),
  action: Type.Optional(text(255)),
  action_message: Type.Optional(text(255)),
  locale: Type.Optional(text(35)),
})
const sent = Type.Object({
  ...success,
  cellphone: Type.String(),
  ignored: Type.Optional(Type.Boolean()),
  device: Type.Optional(Type.String()),
})
const sendProblems = [
  'user-unknown',
  'sms-off',
  'calls-off',
  'country-refused',
  'too-many',
  'sms-failed',
  'call-failed',
] as const

const older = rowsOf(forOlderClients, {
  verifyToken: {
    method: 'GET',
    path: '/protected/json/verify/{token}/{twofactor_id}',
    summary: 'Verify a one-time token',
    params: closed({ token: Type.String(), twofactor_id: Type.String() }),
    bag: Type.Object({ force: Type.Optional(Type.Boolean()), action: Type.Optional(text(255)) }),
    answers: {
      200: json(
        Type.Object({
          message: Type.String(),
          token: Type.String(),
          success: Type.String(),
          device: anything,
        }),
        'Valid.',
      ),
    },
    problems: ['token-invalid', 'token-used', 'token-user-unknown', 'too-many'],
  },
  sendSms: {
    method: 'GET',
    path: '/protected/json/sms/{twofactor_id}',
    summary: 'Send a one-time password by SMS',
    params: userPath,
    bag: sendBag,
    answers: { 200: json(sent, 'On its way.') },
    problems: sendProblems,
  },
  startCall: {
    method: 'GET',
    path: '/protected/json/call/{twofactor_id}',
    summary: 'Send a one-time password by voice call',
    params: userPath,
    bag: sendBag,
    answers: { 200: json(sent, 'On its way.') },
    problems: sendProblems,
  },
})

const beyond = rowsOf(forApplications, {
  sendEmail: {
    method: 'POST',
    path: '/protected/json/email/{twofactor_id}',
    summary: 'Send a one-time password by e-mail',
    params: userPath,
    bag: sendBag,
    answers: { 200: done },
    problems: ['user-unknown', 'user-invalid', 'email-off', 'too-many', 'email-failed'],
  },
})

export const codeRows = { ...older, ...beyond }
