import { type Api, type Authenticate, type ServedApi, serveApi } from '../../kernel/contract/api.ts'
import type { Handlers } from '../../kernel/contract/operation.ts'
import { consoleApi } from '../../platform/operators/face.ts'
import type { Events } from '../events.ts'
import { problems } from '../problems.ts'
import { attendanceRoutes } from './attendance-routes.ts'
import { contactImportRoutes } from './contact-import-routes.ts'
import { doorRoutes } from './door-routes.ts'
import { importRoutes } from './import-routes.ts'
import { operations } from './operations.ts'
import { previewRoutes } from './preview-routes.ts'
import { registrationRoutes } from './registration-routes.ts'
import { viewRoutes } from './view-routes.ts'
import { workRoutes } from './work-routes.ts'

type Operations = typeof operations

/** `url` is the console's own: the API lies below it. */
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
