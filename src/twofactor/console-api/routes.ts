import { type Api, type Authenticate, type ServedApi, serveApi } from '../../kernel/contract/api.ts'
import type { Handlers } from '../../kernel/contract/operation.ts'
import { consoleApi } from '../../platform/operators/face.ts'
import { approvalRoutes } from './approval-routes.ts'
import type { TwofactorConsole } from './console.ts'
import { guardRoutes, statisticsRoutes } from './guard-routes.ts'
import { operations } from './operations.ts'
import { sendRoutes } from './send-routes.ts'
import { tryOutRoutes } from './try-out-routes.ts'
import { userRoutes } from './user-routes.ts'

type Operations = typeof operations

/** `url` is the console's URL: the API's paths are below it. */
function describeTwofactorConsole(url: string): Api & { operations: Operations } {
  return consoleApi({
    name: 'console-twofactor',
    title: 'Lanyard console: two-factor',
    summary: 'Users, sends, approvals, the guard, statistics and a test bench, for operators.',
    basePath: '/console/api/twofactor',
    url: `${url}/api/twofactor`,
    operations,
  })
}

export function serveTwofactorConsole(console: TwofactorConsole, authenticate: Authenticate): ServedApi {
  const handlers: Handlers<Operations> = {
    ...userRoutes(console),
    ...sendRoutes(console),
    ...approvalRoutes(console),
    ...guardRoutes(console),
    ...statisticsRoutes(console),
    ...tryOutRoutes(console),
  }
  return serveApi(describeTwofactorConsole(console.url), handlers, authenticate)
}
