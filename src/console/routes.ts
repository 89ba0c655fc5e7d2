import { type Api, type Authenticate, type ServedApi, serveApi } from '../kernel/contract/api.ts'
import type { Handlers } from '../kernel/contract/operation.ts'
import { consoleApi } from '../platform/operators/face.ts'
import { accountRoutes } from './account/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import type { Console } from './base/console.ts'
import { figureRoutes } from './figure/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import { applicationRoutes, keyRoutes } from './key/routes.ts'
import { messageRoutes } from './message/routes.ts'
import { operations } from './operations.ts'
import { operatorRoutes } from './operator/routes.ts'
import { ownerRoutes } from './owner/routes.ts'
import { serverRoutes } from './server/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { taskRoutes } from './task/routes.ts'
import { webhookRoutes } from './webhook/routes.ts'

type Operations = typeof operations

/** `url` is the console's URL: the API's paths are below it. */
function describeConsole(url: string): Api & { operations: Operations } {
  return consoleApi({
    name: 'console',
    title: 'Lanyard console',
    summary: 'What the console asks for: operators, organisations, applications, the server itself.',
    basePath: '/console/api',
    url: `${url}/api`,
    operations,
  })
}

export function serveConsole(console: Console, authenticate: Authenticate): ServedApi {
  const handlers: Handlers<Operations> = {
    ...sessionRoutes(console),
    ...keyRoutes(console),
    ...applicationRoutes(console),
    ...webhookRoutes(console),
    ...taskRoutes(console),
    ...serverRoutes(console),
    ...messageRoutes(console),
    ...figureRoutes(console),
    ...auditRoutes(console),
    ...accountRoutes(console),
    ...identityRoutes(console),
    ...operatorRoutes(console),
    ...ownerRoutes(console),
  }
  return serveApi(describeConsole(console.url), handlers, authenticate)
}
