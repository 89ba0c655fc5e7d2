import { Badge } from '../../ui/badge.tsx'
import { defined } from '../../ui/defined.ts'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/pages.ts'
import { Table } from '../../ui/lists/table.tsx'
import { pathTo } from '../base/place.ts'
import { type Listed, twofactor } from '../base/services.ts'
import { When } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { ForApplication, TwofactorFrame } from './base/frame.tsx'

type Send = Listed<typeof twofactor.listSends>

const channels = { sms: 'bySms', voice: 'byVoice', email: 'byEmail', push: 'byPush' } as const
const outcomes = {
  queued: ['info', 'sendQueued'],
  unknown: ['warn', 'sendUnknown'],
  sent: ['good', 'sendSent'],
  failed: ['bad', 'sendFailed'],
  expired: ['bad', 'sendExpired'],
  delivered: ['good', 'sendDelivered'],
  undelivered: ['bad', 'sendUndelivered'],
} as const
const purposes: Readonly<Record<string, 'forCode' | 'forVerification' | 'forInstall'>> = {
  'twofactor.code': 'forCode',
  'twofactor.verification': 'forVerification',
  'twofactor.install-link': 'forInstall',
}

export function SendsPage() {
  return (
    <TwofactorFrame title={text('sends')} lead={text('sendsLead')}>
      <ForApplication>{({ id }) => <SendPages key={id} applicationId={id} />}</ForApplication>
    </TwofactorFrame>
  )
}

/** Sent messages of an application, or to one of its users. */
export function SendPages({ applicationId, user }: { applicationId: string; user?: number }) {
  const pages = usePages<Send>(`sends ${applicationId} ${user ?? ''}`, (cursor, signal) =>
    twofactor.listSends({ params: { applicationId }, query: defined({ cursor, user }), signal }),
  )
  return (
    <PagedList pages={pages} noneTitle={text('noSends')} noneLead={text('noSendsLead')}>
      {(sends) => (
        <Table
          labelled
          label={text('sends')}
          head={[text('at'), text('channel'), text('purpose'), text('to'), text('outcome')]}
          rows={sends.map((send) => ({ key: send.id, cells: cellsOf(send, applicationId) }))}
        />
      )}
    </PagedList>
  )
}

function cellsOf(send: Send, applicationId: string) {
  const [tone, name] = outcomes[send.outcome]
  const purpose = purposes[send.purpose]
  return [
    <When at={send.at} />,
    text(channels[send.channel]),
    purpose === undefined ? send.purpose : text(purpose),
    send.user === null ? (
      <bdi>{send.to ?? text('nobodyNow')}</bdi>
    ) : (
      <a href={pathTo(`/twofactor/users/${applicationId}/${send.user}`)}>
        <bdi>{send.to}</bdi>
      </a>
    ),
    <span>
      <Badge tone={tone}>{text(name)}</Badge>{' '}
      {send.gateway !== null && <small class="id-soft">{send.gateway}</small>}
    </span>,
  ]
}
