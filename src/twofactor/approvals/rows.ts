import * as Type from 'typebox'
import { jwtBody } from '../../kernel/contract/body.ts'
import { bytes, eventStream, json, rowsOf } from '../../kernel/contract/operation.ts'
import { closed } from '../../kernel/contract/schema.ts'
import { pictureTypes } from '../../kernel/outbound/pictures.ts'
import {
  anything,
  deviceProblems,
  forDevices,
  forOlderClients,
  success,
  text,
  userPath,
} from '../base/rows.ts'

const approvalPath = closed({ uuid: Type.String() })
const map = Type.Record(Type.String({ maxLength: 200 }), text(2_000))

/** The operations that applications call. */
export const approvalRows = rowsOf(forOlderClients, {
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
})

/** The operations that devices call. */
export const deviceApprovalRows = rowsOf(forDevices, {
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
})
