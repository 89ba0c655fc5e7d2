import type { Authenticate } from '../kernel/contract/api.ts'
import type { Answer, Principal } from '../kernel/contract/operation.ts'
import type { ApplicationDirectory } from '../platform/accounts/application-directory.ts'
import type { Keyring } from '../platform/accounts/keyring.ts'
import type { FindApplication } from './base/handlers.ts'
import { problem } from './base/problems.ts'
import type { Application, Twofactor } from './base/twofactor.ts'
import { noteCalls } from './statistics/stats.ts'

/**
 * Reads the API key from a header, under either of its names, or from a parameter: public client libraries use all
 * three.
 */
export function authenticator({ alias }: Twofactor, keyring: Keyring): Authenticate {
  const headers = ['x-twofactor-api-key', ...(alias === undefined ? [] : [`x-${alias}-api-key`])]
  return async (header, bag) => {
    const given = headers.map(header).find((value) => value !== undefined) ?? bag.api_key
    return typeof given === 'string' ? keyring.authenticate('twofactor', given) : undefined
  }
}

/** Finds applications together with this service's settings for them. */
export function applicationFinder(applications: ApplicationDirectory): FindApplication {
  return async (id) => (await applications.find(id)) as Application | undefined
}

type ApplicationHandler = (request: never, app: Application) => Promise<Answer>
type Served<H extends Readonly<Record<string, ApplicationHandler>>> = {
  readonly [K in keyof H]: (request: Parameters<H[K]>[0]) => ReturnType<H[K]>
}

/** Finds the application that a request's API key belongs to, counts the call, and passes both to the handler. */
export function forApplications<H extends Readonly<Record<string, ApplicationHandler>>>(
  service: Twofactor,
  findApplication: FindApplication,
  handlers: H,
): Served<H> {
  const served = Object.entries(handlers).map(([name, handle]) => [
    name,
    async (request: { principal: Principal }) => {
      const { applicationId } = request.principal
      const app = applicationId === undefined ? undefined : await findApplication(applicationId)
      if (app === undefined) throw problem('invalid-api-key')
      noteCalls(service, app.id, 1)
      return handle(request as never, app)
    },
  ])
  return Object.fromEntries(served) as Served<H>
}
