import type { Handlers } from '../../kernel/contract/operation.ts'
import { type ApplicationHandlers, type FindApplication, getUserOfPath } from '../base/handlers.ts'
import type { Twofactor } from '../base/twofactor.ts'
import { createApproval, readApprovalRequest } from './approvals.ts'
import { answerApproval, listApprovals, openDeviceInbox } from './device-approvals.ts'
import { answerDeviceStream } from './device-stream.ts'
import { getLogo } from './logos.ts'
import { answerPoll } from './poll.ts'
import type { approvalRows, deviceApprovalRows } from './rows.ts'

export function approvalRoutes(service: Twofactor): ApplicationHandlers<typeof approvalRows> {
  return {
    createApproval: async ({ params, bag }, app) => {
      const request = readApprovalRequest({
        message: bag.message ?? '',
        details: bag.details ?? {},
        hiddenDetails: bag.hidden_details ?? {},
        logos: bag.logos ?? [],
        secondsToExpire: bag.seconds_to_expire ?? 86_400,
        numberMatch: bag.number_match ?? false,
      })
      const user = await getUserOfPath(service, app, params)
      const created = await createApproval(service, app, user, request)
      const number = created.number === undefined ? {} : { number: created.number }
      return {
        status: 200,
        body: {
          approval_request: { uuid: created.uuid },
          message: 'Approval request was created.',
          success: true,
          ...number,
        },
      }
    },
    getApproval: (request, app) => answerPoll(service, app, request),
  }
}

export function deviceApprovalRoutes(
  service: Twofactor,
  findApplication: FindApplication,
): Handlers<typeof deviceApprovalRows> {
  return {
    listDeviceApprovals: async ({ header }) => {
      const devices = await openDeviceInbox(service, header('authorization'))
      return {
        status: 200,
        body: { approval_requests: await listApprovals(service, devices, findApplication), success: true },
      }
    },
    streamDeviceApprovals: async ({ header }) =>
      answerDeviceStream(service, await openDeviceInbox(service, header('authorization')), findApplication),
    getApprovalLogo: async ({ params }) => {
      const { type, bytes } = await getLogo(service, params.uuid, params.index)
      const headers = { 'content-type': type, 'cache-control': 'private, max-age=3600' }
      return { status: 200, headers, body: bytes }
    },
    answerApproval: async ({ params, body }) => ({
      status: 200,
      body: { status: await answerApproval(service, params.uuid, body), success: true },
    }),
  }
}
