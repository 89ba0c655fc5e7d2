import { type Api, type Authenticate, type ServedApi, serveApi } from '../../kernel/contract/api.ts'
import type { Handlers } from '../../kernel/contract/operation.ts'
import { consoleApi } from '../../platform/operators/face.ts'
import type { Issuer } from '../base/issuer.ts'
import { jobRoutes, signingKeyRoutes } from './job-routes.ts'
import { applicationRoutes, keyRoutes } from './key-routes.ts'
import { operations } from './operations.ts'

type Operations = typeof operations

/** `url` is the console's URL: the API's paths are below it. */
function describeIssuerConsole(url: string): Api & { operations: Operations } {
  return consoleApi({
    name: 'console-issuer',
    title: 'Lanyard console: issuer',
    summary: 'Keys, jobs, signing keys and the names of applications, for operators.',
    basePath: '/console/api/issuer',
    url: `${url}/api/issuer`,
    operations,
  })
}

export function serveIssuerConsole(issuer: Issuer, url: string, authenticate: Authenticate): ServedApi {
  const handlers: Handlers<Operations> = {
    ...keyRoutes(issuer),
    ...jobRoutes(issuer),
    ...signingKeyRoutes(issuer),
    ...applicationRoutes(issuer),
  }
  return serveApi(describeIssuerConsole(url), handlers, authenticate)
}
