import type { Context } from '../kernel/context.ts'
import type { Phone } from '../platform/operators/sign-in/identities.ts'
import type { ServerFacts } from './server-facts.ts'

/** What the functions of the console's own API work with. */
export type Console = Context & {
  /** Where the app is reached, without a slash at the end. */
  readonly url: string
  /** Where the pages of events are. */
  readonly pagesUrl: string
  readonly server: ServerFacts
  /** Undefined where the issuer is not served here. */
  readonly phone: Phone | undefined
}
