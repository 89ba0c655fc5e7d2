import { useComputed } from '@preact/signals'
import { LocationProvider, Route, Router } from 'preact-iso'
import { Toasts } from '../ui/toast.tsx'
import { ApprovalPage } from './approvals/approval-page.tsx'
import { link } from './base/link.ts'
import { NotFoundPage } from './base/not-found-page.tsx'
import { base } from './base/place.ts'
import { isLocked } from './base/state.ts'
import { AddPage } from './codes/add-page.tsx'
import { CodesPage } from './codes/codes-page.tsx'
import { EnrolPage } from './enrol/enrol-page.tsx'
import { HomePage } from './home-page.tsx'
import { IdentitiesPage } from './identity/identities-page.tsx'
import { ReadyPage } from './identity/ready-page.tsx'
import { LockScreen } from './lock/lock-screen.tsx'
import { onDemand } from './on-demand.tsx'
import { HistoryPage } from './requests/history-page.tsx'
import { RequestPage } from './requests/request-page.tsx'
import { Shell } from './shell.tsx'

const IdentityPage = onDemand('identity')
const LostDevicePage = onDemand('lost')
const PairPage = onDemand('pair')
const RecoveryPage = onDemand('recovery')
const RestorePage = onDemand('restore')
const MovePage = onDemand('move')
const ArrivalPage = onDemand('arrival')
const MovedPage = onDemand('moved')
const SettingsPage = onDemand('settings')

export function App() {
  const locked = useComputed(() => isLocked.value)
  return (
    <LocationProvider scope={base || '/'}>
      {locked.value ? (
        <LockScreen />
      ) : (
        <Shell>
          <Pages />
        </Shell>
      )}
      <Toasts />
    </LocationProvider>
  )
}

function Pages() {
  return (
    <Router>
      <Route path={base || '/'} component={HomePage} />
      <Route path={`${base}/codes`} component={CodesPage} />
      <Route path={`${base}/add`} component={AddPage} />
      <Route path={`${base}/identities`} component={IdentitiesPage} />
      <Route path={`${base}/identities/:id`} component={IdentityPage} />
      <Route path={`${base}/identities/:id/ready`} component={ReadyPage} />
      <Route path={`${base}/lost`} component={LostDevicePage} />
      <Route path={`${base}/recovery`} component={RecoveryPage} />
      <Route path={`${base}/restore`} component={RestorePage} />
      <Route path={`${base}/move`} component={MovePage} />
      <Route path={`${base}/history`} component={HistoryPage} />
      <Route path={`${base}/settings`} component={SettingsPage} />
      <Route path={`${base}/request/:ticket`} component={RequestPage} />
      <Route path={`${base}/approval/:uuid`} component={ApprovalPage} />
      <Route path={`${base}/link`} component={LinkPage} />
      <Route default component={NotFoundPage} />
    </Router>
  )
}

function LinkPage() {
  const { kind, value } = link.value ?? { kind: undefined, value: '' }
  if (kind === 'job') return <RequestPage key={value} ticket={value} />
  if (kind === 'enrol') return <EnrolPage key={value} code={value} />
  if (kind === 'approval') return <ApprovalPage key={value} uuid={value} />
  if (kind === 'device') return <PairPage key={value} brought={value} />
  if (kind === 'move') return <ArrivalPage key={value} brought={value} />
  if (kind === 'moved') return <MovedPage key={value} brought={value} />
  return <NotFoundPage />
}
