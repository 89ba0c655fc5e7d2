import { useState } from 'preact/hooks'
import { Badge } from '../../ui/badge.tsx'
import { defined } from '../../ui/defined.ts'
import { SelectInput } from '../../ui/inputs/inputs.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/pages.ts'
import { Table } from '../../ui/lists/table.tsx'
import { issuer, type Listed } from '../base/services.ts'
import { Code, When } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { IssuerFrame } from './frame.tsx'

type Job = Listed<typeof issuer.listJobs>
type Status = Job['status']

const states = {
  outstanding: ['info', 'jobOutstanding'],
  completed: ['good', 'jobCompleted'],
  denied: ['bad', 'jobDenied'],
  cancelled: [undefined, 'jobCancelled'],
  timed_out: [undefined, 'jobTimedOut'],
} as const
const kinds = { request: 'jobRequest', open: 'jobOpen', verification: 'jobVerification' } as const

export function JobsPage() {
  const [status, setStatus] = useState<Status>('outstanding')
  const pages = usePages<Job>(`jobs ${status}`, (cursor, signal) =>
    issuer.listJobs({ query: { status, ...defined({ cursor }) }, signal }),
  )
  return (
    <IssuerFrame title={text('jobs')} lead={text('jobsLead')}>
      <div class="id-bar">
        <SelectInput
          label={text('state')}
          value={status}
          onChange={setStatus}
          choices={(Object.keys(states) as Status[]).map((value) => ({
            value,
            label: text(states[value][1]),
          }))}
        />
      </div>
      <PagedList pages={pages} noneTitle={text('noJobs')} noneLead={text('noJobsLead')}>
        {(jobs) => (
          <Table
            labelled
            label={text('jobs')}
            head={[text('whoAsked'), text('whoIsAsked'), text('claims'), text('state'), text('asked')]}
            rows={jobs.map((job) => ({ key: job.id, cells: cellsOf(job) }))}
          />
        )}
      </PagedList>
    </IssuerFrame>
  )
}

function cellsOf(job: Job) {
  const [tone, name] = states[job.status]
  const user = job.user ?? job.answeredBy
  return [
    <WhoAsked of={job} />,
    user === null ? text('anybody') : <Code value={user} />,
    job.claims.map(({ name: claim, required }) => (required ? `${claim}*` : claim)).join(', '),
    <span>
      <Badge tone={tone}>{text(name)}</Badge>
      {job.test && (
        <>
          {' '}
          <Badge>{text('testJob')}</Badge>
        </>
      )}
    </span>,
    <span>
      <When at={job.createdAt} />
      <br />
      <small class="id-soft">{text(kinds[job.kind])}</small>
    </span>,
  ]
}

function WhoAsked({ of: { application, kind } }: { of: Job }) {
  if (application === null) return <>{text(kind === 'verification' ? 'theUser' : 'openAsker')}</>
  return (
    <>
      <bdi class="id-clip">{application.name ?? '–'}</bdi>{' '}
      {application.verified && <Badge tone="good">{text('verified')}</Badge>}
      <br />
      <Code value={application.fingerprint} />
    </>
  )
}
