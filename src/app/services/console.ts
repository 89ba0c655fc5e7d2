import { serveConsole } from '../../console/routes.ts'
import { serveConsoleEvents } from '../../events/console-api/routes.ts'
import type { Events } from '../../events/events.ts'
import { describeRegistration, registrationHandlers } from '../../events/registration-api/routes.ts'
import type { Issuer } from '../../issuer/base/issuer.ts'
import { serveIssuerConsole } from '../../issuer/console-api/routes.ts'
import { createPhoneApproval } from '../../issuer/phone-approval.ts'
import { type Authenticate, type ServedApi, serveApi } from '../../kernel/contract/api.ts'
import { consoleMount } from '../../platform/operators/face.ts'
import { authenticateOperator } from '../../platform/operators/sign-in/authenticate.ts'
import type { Phone } from '../../platform/operators/sign-in/identities.ts'
import type { TwofactorParts } from '../../twofactor/base/twofactor.ts'
import { serveTwofactorConsole } from '../../twofactor/console-api/routes.ts'
import { audited } from './audited.ts'
import { createServerFacts } from './server-facts.ts'
import type { ServiceTools } from './service-tools.ts'
import { createTryOut } from './try-out.ts'

type ConsoleTools = Pick<ServiceTools, 'config' | 'context' | 'changes' | 'outbound'> & {
  /** Undefined if no event service is on. */
  events: Events | undefined
  issuer: Issuer | undefined
  twofactor: TwofactorParts | undefined
}

/** The parts of the console's API: its own, and one per service that is on. */
export function createConsole({ events, issuer, twofactor, ...tools }: ConsoleTools): { apis: ServedApi[] } {
  const { config, context } = tools
  const url = config.urls.console
  const authenticate = authenticateOperator({ ...context, url })
  return {
    apis: [
      serveConsole(
        {
          ...context,
          url,
          pagesUrl: config.urls.pages,
          docsUrl: `${config.urls.main}/docs`,
          server: createServerFacts(tools),
          phone: phoneOf(issuer),
        },
        authenticate,
      ),
      ...(events === undefined
        ? []
        : [serveRegistrationAgain(events, url, authenticate), serveConsoleEvents(events, url, authenticate)]),
      ...(issuer === undefined ? [] : [serveIssuerConsole(issuer, url, authenticate)]),
      ...(twofactor === undefined
        ? []
        : [serveTwofactorConsole({ ...twofactor, ...createTryOut(config), url }, authenticate)]),
    ],
  }
}

/** Linking and signing in are separate purposes: approving one on the phone does not approve the other. */
function phoneOf(issuer: Issuer | undefined): Phone | undefined {
  if (issuer === undefined) return undefined
  return {
    link: createPhoneApproval(issuer, 'console-link'),
    signIn: createPhoneApproval(issuer, 'console-sign-in'),
  }
}

/** Serves the registration API a second time, for signed-in operators. */
function serveRegistrationAgain(events: Events, url: string, authenticate: Authenticate): ServedApi {
  const api = consoleMount(describeRegistration(events.urls.registration), {
    name: 'console-registration',
    basePath: '/console/api/registration',
    url: `${url}/api/registration`,
  })
  return audited(events, serveApi(api, registrationHandlers(events), authenticate))
}
