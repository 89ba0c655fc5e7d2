import * as Type from 'typebox'
import { jwtBody } from '../kernel/contract/body.ts'
import { bytes, eventStream, json, type OperationTable } from '../kernel/contract/operation.ts'
import { closed } from '../kernel/contract/schema.ts'
import { pictureTypes } from '../kernel/outbound/pictures.ts'
import type { problems } from './base/problems.ts'

const text = (maxLength: number) => Type.String({ maxLength })
const userPath = closed({ twofactor_id: Type.String() })
const approvalPath = closed({ uuid: Type.String() })
const success = { message: Type.String(), success: Type.Boolean() }
const anything = Type.Object({}, { additionalProperties: true })

const optionalPhone = { phone_number: Type.Optional(text(32)), country_code: Type.Optional(text(8)) }
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
const map = Type.Record(Type.String({ maxLength: 200 }), text(2_000))
const userProblems = ['user-unknown'] as const
const sendProblems = [
  'user-unknown',
  'sms-off',
  'calls-off',
  'country-refused',
  'too-many',
  'sms-failed',
  'call-failed',
] as const
const deviceProblems = ['device-unproven', 'token-replayed'] as const
const done = json(Type.Object(success), 'Done.')

const rows = {
  enrolUser: {
    method: 'POST',
    path: '/protected/json/users/new',
    summary: 'Enrol a user for two-factor',
    bag: Type.Object({
      user: Type.Optional(
        Type.Object({
          cellphone: Type.Optional(text(32)),
          country_code: Type.Optional(text(8)),
          email: Type.Optional(text(320)),
        }),
      ),
      ...optionalPhone,
      email: Type.Optional(text(320)),
      send_install_link_via_sms: Type.Optional(Type.Boolean()),
    }),
    answers: {
      200: json(
        Type.Object(
          { ...success, user: Type.Object({ id: Type.Integer() }), twofactor_id: Type.Integer() },
          { additionalProperties: true },
        ),
        'Enrolled.',
      ),
    },
    problems: ['user-invalid', 'too-many', 'sms-failed'],
  },
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
  getUserStatus: {
    method: 'GET',
    path: '/protected/json/users/{twofactor_id}/status',
    summary: 'What is known of a user',
    params: userPath,
    bag: Type.Object({}),
    answers: { 200: json(Type.Object({ ...success, status: anything }), 'The status.') },
    problems: userProblems,
  },
  removeUser: {
    method: 'POST',
    path: '/protected/json/users/{twofactor_id}/remove',
    summary: 'Remove a user',
    params: userPath,
    bag: Type.Object({}),
    answers: { 200: done },
    problems: userProblems,
  },
  createApproval: {
    method: 'POST',
    path: '/onetouch/json/users/{twofactor_id}/approval_requests',
    summary: 'Trigger a push approval',
    params: userPath,
    bag: Type.Object({
      message: Type.Optional(text(1_000)),
      details: Type.Optional(map),
      hidden_details: Type.Optional(map),
      logos: Type.Optional(Type.Array(Type.Object({ res: text(20), url: text(2_048) }), { maxItems: 10 })),
      seconds_to_expire: Type.Optional(Type.Integer({ minimum: 0, maximum: 31_536_000 })),
      number_match: Type.Optional(Type.Boolean()),
    }),
    answers: {
      200: json(
        Type.Object({
          ...success,
          approval_request: Type.Object({ uuid: Type.String() }),
          number: Type.Optional(Type.String()),
        }),
        'Pending.',
      ),
    },
    problems: ['user-unknown', 'no-device', 'invalid-details', 'too-many'],
  },
  getApproval: {
    method: 'GET',
    path: '/onetouch/json/approval_requests/{uuid}',
    summary: 'Poll the state of an approval',
    params: approvalPath,
    bag: Type.Object({ wait: Type.Optional(Type.Integer({ minimum: 0, maximum: 25 })) }),
    answers: {
      200: json(Type.Object({ success: Type.Boolean(), approval_request: anything }), 'The approval.'),
    },
    problems: ['approval-unknown'],
  },
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
    bag: Type.Object({ ...optionalPhone, verification_code: Type.Optional(text(32)) }),
    answers: { 200: done },
    problems: ['invalid-phone', 'code-incorrect', 'no-verification', 'too-many'],
  },
  getAppDetails: {
    method: 'GET',
    path: '/protected/json/app/details',
    summary: 'Read the application',
    bag: Type.Object({}),
    answers: { 200: json(Type.Object({ ...success, app: anything }), 'The application.') },
    problems: [],
  },
  getAppStats: {
    method: 'GET',
    path: '/protected/json/app/stats',
    summary: 'Read the statistics of the application',
    bag: Type.Object({}),
    answers: {
      200: json(
        Type.Object({
          ...success,
          count: Type.Integer(),
          total_users: Type.Integer(),
          app_id: Type.Integer(),
          stats: Type.Array(
            Type.Object({
              sms_count: Type.Integer(),
              calls_count: Type.Integer(),
              users_count: Type.Integer(),
              auths_count: Type.Integer(),
              api_calls_count: Type.Integer(),
              month: Type.String(),
              year: Type.Integer(),
            }),
          ),
        }),
        'The last twelve months.',
      ),
    },
    problems: [],
  },
} as const

const beyond = {
  deleteUser: { ...rows.removeUser, path: '/protected/json/users/{twofactor_id}/delete' },
  deleteUserById: {
    ...rows.removeUser,
    path: '/protected/json/users/delete/{twofactor_id}',
    aliasOf: 'removeUser',
  },
  getVerificationStatus: {
    method: 'GET',
    path: '/protected/json/phones/verification/status',
    summary: 'Where a phone verification stands',
    bag: Type.Object(optionalPhone),
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
  registerActivity: {
    method: 'POST',
    path: '/protected/json/users/{twofactor_id}/register_activity',
    summary: 'Note what a user did',
    params: userPath,
    bag: Type.Object({
      type: Type.Optional(text(100)),
      data: Type.Optional(anything),
      user_ip: Type.Optional(text(64)),
    }),
    answers: { 200: done },
    problems: userProblems,
  },
  sendEmail: {
    method: 'POST',
    path: '/protected/json/email/{twofactor_id}',
    summary: 'Send a one-time password by e-mail',
    params: userPath,
    bag: sendBag,
    answers: { 200: done },
    problems: ['user-unknown', 'user-invalid', 'email-off', 'too-many', 'email-failed'],
  },
  updateUser: {
    method: 'POST',
    path: '/protected/json/users/{twofactor_id}/update',
    summary: "Change a user's e-mail address",
    params: userPath,
    bag: Type.Object({
      user: Type.Optional(Type.Object({ email: Type.Optional(text(320)) })),
      email: Type.Optional(text(320)),
    }),
    answers: { 200: done },
    problems: ['user-unknown', 'user-invalid'],
  },
  createSecret: {
    method: 'POST',
    path: '/protected/json/users/{twofactor_id}/secret',
    summary: 'A secret for any app of RFC 6238',
    params: userPath,
    bag: Type.Object({
      label: Type.Optional(text(100)),
      qr_size: Type.Optional(Type.Integer({ minimum: 50, maximum: 1_000 })),
    }),
    answers: {
      200: json(
        Type.Object({
          uri: Type.String(),
          qr_code: Type.String(),
          label: Type.String(),
          issuer: Type.String(),
          success: Type.Boolean(),
        }),
        'Shown this once.',
      ),
    },
    problems: userProblems,
  },
  createEnrolment: {
    method: 'POST',
    path: '/protected/json/users/{twofactor_id}/enrolments',
    summary: 'A one-time link for a device',
    params: userPath,
    bag: Type.Object({}),
    answers: {
      200: json(
        Type.Object({
          enrolment: Type.Object({
            code: Type.String(),
            url: Type.String(),
            qr_code: Type.String(),
            expires_at: Type.String(),
          }),
          success: Type.Boolean(),
        }),
        'A quarter of an hour.',
      ),
    },
    problems: userProblems,
  },
} as const

const device = {
  enrolDevice: {
    method: 'POST',
    path: '/device/enrolments/{code}',
    summary: 'Enrol a device by its link',
    params: closed({ code: Type.String() }),
    body: jwtBody('Self-signed, with the key as `jwk` in the header: `name`, `os_type`, `devtoken`.'),
    answers: {
      200: json(
        Type.Object({
          device: Type.Object({ uuid: Type.String() }),
          twofactor_id: Type.Integer(),
          app: Type.Object({ name: Type.String(), app_id: Type.Integer() }),
          totp: Type.Object({ uri: Type.String() }),
          push_key: Type.Optional(Type.String()),
          success: Type.Boolean(),
        }),
        'Enrolled: the seed is shown this once.',
      ),
    },
    problems: [...deviceProblems, 'enrolment-unknown'],
  },
  listDeviceApprovals: {
    method: 'GET',
    path: '/device/approvals',
    summary: 'What waits for an answer of this device',
    headers: { Authorization: '`JWT` and a self-signed token with `purpose: "inbox"`.' },
    answers: {
      200: json(
        Type.Object({ approval_requests: Type.Array(anything), success: Type.Boolean() }),
        'Pending ones.',
      ),
    },
    problems: deviceProblems,
  },
  streamDeviceApprovals: {
    method: 'GET',
    path: '/device/events',
    summary: 'The same as server-sent events',
    headers: { Authorization: '`JWT` and a self-signed token with `purpose: "inbox"`.' },
    answers: {
      200: eventStream(
        '`approval_request` for each; `approval_request_status` with `uuid` and `status` when it ends.',
      ),
    },
    problems: deviceProblems,
  },
  getApprovalLogo: {
    method: 'GET',
    path: '/device/approvals/{uuid}/logos/{index}',
    summary: 'A logo of an approval that waits, fetched by this server',
    params: closed({ uuid: Type.String(), index: Type.Integer({ minimum: 0, maximum: 9 }) }),
    answers: { 200: bytes(pictureTypes, 'The picture, whatever its own host calls it.') },
    problems: ['approval-unknown', 'logo-unavailable'],
  },
  answerApproval: {
    method: 'POST',
    path: '/device/approvals/{uuid}',
    summary: 'Approve or deny',
    params: approvalPath,
    body: jwtBody('Self-signed: `uuid`, `status`, `number`.'),
    answers: { 200: json(Type.Object({ status: Type.String(), success: Type.Boolean() }), 'Settled.') },
    problems: [...deviceProblems, 'approval-unknown', 'approval-ended'],
  },
  changeDevice: {
    method: 'PUT',
    path: '/device',
    summary: 'Change what a device says of itself',
    body: jwtBody('Self-signed: `name`, `devtoken`.'),
    answers: { 200: done },
    problems: deviceProblems,
  },
  removeDevice: {
    method: 'DELETE',
    path: '/device',
    summary: 'Take a device off its users',
    body: jwtBody('Self-signed.'),
    answers: { 200: done },
    problems: deviceProblems,
  },
} as const

type Row =
  | (typeof rows)[keyof typeof rows]
  | (typeof beyond)[keyof typeof beyond]
  | (typeof device)[keyof typeof device]
type Tagged<T extends Readonly<Record<string, Row>>, A extends string> = {
  readonly [K in keyof T]: T[K] & { tag: string; auth: A }
}

function tagged<T extends Readonly<Record<string, Row>>, A extends 'api-key' | 'signed'>(
  table: T,
  tag: string,
  auth: A,
): Tagged<T, A> {
  const entries = Object.entries(table).map(([name, row]) => [name, { ...row, tag, auth }])
  return Object.fromEntries(entries) as Tagged<T, A>
}

export const operations = {
  ...tagged(rows, 'two-factor', 'api-key'),
  ...tagged(beyond, 'beyond', 'api-key'),
  ...tagged(device, 'device', 'signed'),
} satisfies OperationTable<typeof problems>
