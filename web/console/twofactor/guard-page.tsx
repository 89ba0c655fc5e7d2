import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { defined } from '../../ui/defined.ts'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/pages.ts'
import { Table } from '../../ui/lists/table.tsx'
import { locale } from '../../ui/texts/i18n.ts'
import { showToast } from '../../ui/toast.tsx'
import { type Listed, twofactor } from '../base/services.ts'
import { may } from '../base/session.ts'
import { Failure, When } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { useWork } from '../identity/work.ts'
import { TwofactorFrame } from './base/frame.tsx'
import { Quota } from './quota.tsx'

type Trip = Listed<typeof twofactor.listGuardTrips>

export function GuardPage() {
  return (
    <TwofactorFrame title={text('guard')} lead={text('guardLead')}>
      <Quota />
      <h2>{text('trips')}</h2>
      <p>{text('tripsLead')}</p>
      <Trips of="organisation" />
      {may('twofactor:read', true) && (
        <>
          <h2>{text('serverTrips')}</h2>
          <p>{text('serverTripsLead')}</p>
          <h3>{text('issuerSends')}</h3>
          <Trips of="issuer" />
          <h3>{text('pageSends')}</h3>
          <Trips of="registration" />
        </>
      )}
    </TwofactorFrame>
  )
}

type Whose = 'organisation' | 'issuer' | 'registration'

function Trips({ of: whose }: { of: Whose }) {
  const pages = usePages<Trip>(`trips ${whose}`, (cursor, signal) => {
    const query = defined({ cursor })
    return whose === 'organisation'
      ? twofactor.listGuardTrips({ query, signal })
      : twofactor.listServerTrips({ params: { sender: whose }, query, signal })
  })
  return (
    <PagedList pages={pages} noneTitle={text('noTrips')} noneLead={text('noTripsLead')}>
      {(trips) => <TripTable of={whose} trips={trips} onChange={pages.reload} />}
    </PagedList>
  )
}

type TripTableProps = { of: Whose; trips: readonly Trip[]; onChange: () => void }

function TripTable({ of: whose, trips, onChange }: TripTableProps) {
  const work = useWork()
  const release = (tripId: string) =>
    work.run(async () => {
      if (whose === 'organisation') await twofactor.releaseRange({ params: { tripId } })
      else await twofactor.releaseServerRange({ params: { sender: whose, tripId } })
      showToast(text('released'))
      onChange()
    })
  return (
    <>
      <Failure work={work} />
      <Table
        labelled
        label={text('trips')}
        head={[text('why'), text('application'), text('since'), text('lastRefused'), text('refused'), '']}
        rows={trips.map((trip) => ({
          key: trip.id,
          cells: [
            <WhyTripped of={trip} />,
            <bdi class="id-clip">{trip.application ?? '–'}</bdi>,
            <When at={trip.since} />,
            <When at={trip.lastAt} />,
            trip.refused,
            trip.active && trip.reason === 'pumping' && may('twofactor:write') ? (
              <Button
                size="small"
                label={text('releaseOf', { range: trip.range ?? '' })}
                disabled={work.isBusy}
                onClick={() => release(trip.id)}
              >
                {text('release')}
              </Button>
            ) : null,
          ],
        }))}
      />
    </>
  )
}

function WhyTripped({ of: trip }: { of: Trip }) {
  return (
    <>
      <Badge tone={trip.active ? 'bad' : undefined}>{text(trip.active ? 'shutNow' : 'over')}</Badge>{' '}
      {trip.reason === 'pumping'
        ? text('whyPumping', {
            range: trip.range ?? '',
            country: countryName(trip.country),
            sends: trip.sends,
            confirmed: trip.confirmed,
          })
        : text(trip.reason === 'application-quota' ? 'whyApplication' : 'whyOrganisation', {
            sends: trip.sends,
          })}
    </>
  )
}

function countryName(code: string | null): string {
  if (code === null) return text('noCountry')
  return new Intl.DisplayNames([locale.value], { type: 'region' }).of(code) ?? code
}
