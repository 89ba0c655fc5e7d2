import type { FunctionComponent } from 'preact'
import type { Scope } from './session.ts'

type NavGroup = 'overview' | 'events' | 'services' | 'server'

export type ConsoleRoute = {
  /** Below the console's address: `/events/:eventId`; parameters arrive as props. */
  readonly path: `/${string}`
  /** `lazy(async () => (await import('./events-page.tsx')).EventsPage)` */
  readonly component: FunctionComponent<never>
  /** Who lacks it does not see the place, and is told so on the page. */
  readonly scope?: Scope
  /** About the whole server: for operators who are bound to no organisation. */
  readonly everywhere?: true
  /** A place in the navigation. `icon` is the path of a 24 by 24 line drawing. */
  readonly nav?: {
    readonly text: () => string
    readonly icon: string
    readonly order: number
    readonly group: NavGroup
  }
}

export const navGroups: readonly NavGroup[] = ['overview', 'events', 'services', 'server']
