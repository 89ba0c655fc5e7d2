import { type Api, type ServedApi, serveApi } from '../kernel/contract/api.ts'
import type { Handlers } from '../kernel/contract/operation.ts'
import { approvalRoutes, deviceApprovalRoutes } from './approvals/routes.ts'
import { encodeProblem, faults, problemSchema, problems } from './base/problems.ts'
import type { TwofactorParts } from './base/twofactor.ts'
import { applicationFinder, authenticator, forApplications } from './callers.ts'
import { codeRoutes } from './codes/routes.ts'
import { deviceRoutes, secretRoutes } from './devices/routes.ts'
import { operations } from './operations.ts'
import { statisticsRoutes } from './statistics/routes.ts'
import { userRoutes } from './users/routes.ts'
import { verificationRoutes } from './verification/routes.ts'

type Operations = typeof operations

export function describeTwofactor(url: string, successor?: string): Api & { operations: Operations } {
  return {
    name: 'twofactor',
    title: 'Lanyard two-factor',
    summary: 'A second factor by SMS, voice, TOTP and push, on the wire that existing clients speak.',
    basePath: '/twofactor',
    url,
    operations,
    tags: {
      'two-factor':
        'Users, codes, approvals and phone verifications, as clients of the older service call them.',
      beyond:
        'Further operations for applications: e-mail codes, secrets, enrolment of devices, phone numbers.',
      device: 'For authenticators: every request is signed by the device itself.',
    },
    problems,
    faults,
    problemSchema,
    problemTypes: ['application/json'],
    encodeProblem,
    keyHeader: 'X-Twofactor-API-Key',
    openToAllOrigins: false,
    ...(successor === undefined ? {} : { headers: deprecationHeaders(successor) }),
  }
}

/** RFC 9745 §2.1 requires a date: on this day the service that this API imitates closed to new customers. */
const DEPRECATED_SINCE = Date.UTC(2023, 2, 1) / 1000

function deprecationHeaders(successor: string) {
  return { deprecation: `@${DEPRECATED_SINCE}`, link: `<${successor}>; rel="successor-version"` }
}

export function serveTwofactor({ service, applications, keyring }: TwofactorParts): ServedApi {
  const findApplication = applicationFinder(applications)
  const handlers: Handlers<Operations> = {
    ...forApplications(service, findApplication, {
      ...userRoutes(service),
      ...codeRoutes(service),
      ...approvalRoutes(service),
      ...secretRoutes(service),
      ...verificationRoutes(service),
      ...statisticsRoutes(service),
    }),
    ...deviceApprovalRoutes(service, findApplication),
    ...deviceRoutes(service, findApplication),
  }
  const api = describeTwofactor(service.url, service.successor)
  return serveApi(api, handlers, authenticator(service, keyring))
}
