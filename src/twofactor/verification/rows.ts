import * as Type from 'typebox'
import { json, rowsOf } from '../../kernel/contract/operation.ts'
import {
  anyText,
  anything,
  done,
  forApplications,
  forOlderClients,
  optionalPhone,
  text,
} from '../base/rows.ts'

const older = rowsOf(forOlderClients, {
  startVerification: {
    method: 'POST',
    path: '/protected/json/phones/verification/start',
    summary: 'Start to verify a phone number',
    bag: Type.Object({
      ...optionalPhone,
      via: Type.Optional(Type.Union([Type.Literal('sms'), Type.Literal('call')])),
      locale: Type.Optional(text(35)),
      code_length: Type.Optional(Type.Integer({ minimum: 4, maximum: 10 })),
    }),
    answers: {
      200: json(
        Type.Object({
          carrier: Type.String(),
          is_cellphone: Type.Boolean(),
          message: Type.String(),
          seconds_to_expire: Type.Integer(),
          uuid: Type.String(),
          success: Type.Boolean(),
        }),
        'On its way.',
      ),
    },
    problems: [
      'invalid-phone',
      'country-refused',
      'not-a-mobile',
      'sms-off',
      'calls-off',
      'too-many',
      'sms-failed',
      'call-failed',
    ],
  },
  checkVerification: {
    method: 'GET',
    path: '/protected/json/phones/verification/check',
    summary: 'Check the code of a phone verification',
    bag: Type.Object({ ...optionalPhone, verification_code: anyText }),
    answers: { 200: done },
    problems: ['invalid-phone', 'code-incorrect', 'no-verification', 'too-many'],
  },
})

const beyond = rowsOf(forApplications, {
  getVerificationStatus: {
    method: 'GET',
    path: '/protected/json/phones/verification/status',
    summary: 'Where a phone verification stands',
    description: 'Name it by its `uuid`, or by the phone number.',
    bag: Type.Object({ uuid: anyText, ...optionalPhone }),
    answers: { 200: json(anything, 'The state.') },
    problems: ['invalid-phone', 'no-verification'],
  },
  getPhoneInfo: {
    method: 'GET',
    path: '/protected/json/phones/info',
    summary: 'What the numbering plan knows of a phone number',
    bag: Type.Object(optionalPhone),
    answers: { 200: json(anything, 'The number.') },
    problems: ['invalid-phone'],
  },
})

export const verificationRows = { ...older, ...beyond }
