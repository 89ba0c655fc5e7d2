import { type Api, type Authenticate, type ServedApi, serveApi } from '../../kernel/contract/api.ts'
import type { Handlers } from '../../kernel/contract/operation.ts'
import { consoleApi } from '../../platform/operators/face.ts'
import type { Events } from '../events.ts'
import { attendanceRoutes } from '../operations/attendance/console-routes.ts'
import { doorRoutes } from '../operations/attendance/door-routes.ts'
import { contactImportRoutes } from '../operations/contact/import-routes.ts'
import { importRoutes, previewRoutes } from '../operations/event/console-routes.ts'
import { registrationRoutes } from '../operations/registration/console-routes.ts'
import { viewRoutes } from '../operations/view/routes.ts'
import { workRoutes } from '../operations/work/routes.ts'
import { problems } from '../problems.ts'
import { operations } from './operations.ts'

type Operations = typeof operations

/** `url` is the console's base URL; this API is below it. */
function describeConsoleEvents(url: string): Api & { operations: Operations } {
  return consoleApi({
    name: 'console-events',
    title: 'Lanyard console: events',
    summary: 'What the console asks of the events beyond the registration API.',
    basePath: '/console/api/events',
    url: `${url}/api/events`,
    operations,
    problems,
  })
}

export function serveConsoleEvents(service: Events, url: string, authenticate: Authenticate): ServedApi {
  const handlers: Handlers<Operations> = {
    ...registrationRoutes(service),
    ...viewRoutes(service),
    ...previewRoutes(service),
    ...workRoutes(service),
    ...attendanceRoutes(service),
    ...doorRoutes(service),
    ...contactImportRoutes(service),
    ...importRoutes(service),
  }
  return serveApi(describeConsoleEvents(url), handlers, authenticate)
}
