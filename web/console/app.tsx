import type { FunctionComponent } from 'preact'
import { LocationProvider, Route, Router } from 'preact-iso'
import { Toasts } from '../ui/toast.tsx'
import { useOwner } from './base/owner.ts'
import { base, pathTo } from './base/place.ts'
import { may } from './base/session.ts'
import { organisationId, sessionState } from './base/session-state.ts'
import { usePlace } from './base/use-place.ts'
import { ClosedPage, ForbiddenPage, NotFoundPage } from './dead-ends.tsx'
import { type ConsoleRoute, routes } from './routes.ts'
import { Shell } from './shell.tsx'
import { InvitationPage } from './sign-in/invitation-page.tsx'
import { SessionEnded } from './sign-in/session-ended.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'

export function App() {
  return (
    <LocationProvider scope={base || '/'}>
      <Gate />
      <Toasts />
    </LocationProvider>
  )
}

/** Anyone who is not signed in sees the sign-in at every address, and the requested page afterwards. */
function Gate() {
  if (location.pathname === pathTo('/invitation')) return <InvitationPage />
  if (sessionState.value === 'signed-out') return <SignInPage />
  return (
    <Shell>
      {sessionState.value === 'ended' && <SessionEnded />}
      <Pages />
    </Shell>
  )
}

function Pages() {
  const place = usePlace()
  if (place === 'closed') return <ClosedPage />
  if (place === 'moving') return null
  return (
    <Router key={organisationId.value}>
      {routes.map((route) => (
        <Route key={route.path} path={pathTo(route.path)} component={guarded(route)} />
      ))}
      <Route default component={NotFoundPage} />
    </Router>
  )
}

const guards = new Map<ConsoleRoute, FunctionComponent>()

/** One component per route, created once: a new component on each render would lose what was typed. */
function guarded(route: ConsoleRoute): FunctionComponent {
  const { scope, everywhere } = route
  const Shown = route.component as FunctionComponent
  const Owned: FunctionComponent = (props) => {
    useOwner(route.path, props)
    return <Shown {...props} />
  }
  const Guarded: FunctionComponent =
    guards.get(route) ??
    ((props) => (scope === undefined || may(scope, everywhere) ? <Owned {...props} /> : <ForbiddenPage />))
  guards.set(route, Guarded)
  return Guarded
}
