import type { Context } from '../../kernel/context.ts'
import type { Phone } from '../../platform/operators/sign-in/identities.ts'
import type { ServerFacts } from './server-facts.ts'

/** The services and settings that the console's own operations need. */
export type Console = Context & {
  /** The console app's URL, without a trailing slash. */
  readonly url: string
  /** The URL under which event pages are served. */
  readonly pagesUrl: string
  /** The URL of the documentation, which may be on another host than the console. */
  readonly docsUrl: string
  readonly server: ServerFacts
  /** Undefined if this server does not serve the issuer. */
  readonly phone: Phone | undefined
}
