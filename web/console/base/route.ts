import type { FunctionComponent } from 'preact'
import type { Scope } from './session.ts'

type NavGroup = 'overview' | 'events' | 'services' | 'server'

export type ConsoleRoute = {
  /** Path below the console's base: `/events/:eventId`; parameters are passed as props. */
  readonly path: `/${string}`
  /** `lazy(async () => (await import('./events-page.tsx')).EventsPage)` */
  readonly component: FunctionComponent<never>
  /** Operators without this scope do not see the page in the navigation, and get a message if they open it. */
  readonly scope?: Scope
  /** For pages about the whole server: only for operators who are not limited to an organisation. */
  readonly everywhere?: true
  /** The entry in the navigation. `icon` is the path of a 24 by 24 line drawing. */
  readonly nav?: {
    readonly text: () => string
    readonly icon: string
    readonly order: number
    readonly group: NavGroup
  }
}

export const navGroups: readonly NavGroup[] = ['overview', 'events', 'services', 'server']
