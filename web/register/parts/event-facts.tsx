import { formatTime } from '../base/dates.ts'
import { useEnhanced } from '../base/enhanced.ts'
import { text } from '../base/texts.ts'
import type { EventView } from '../base/view.ts'
import { Fact } from './fact.tsx'

/** Time, place and contact, in full. */
export function EventFacts({ event }: { event: EventView }) {
  return (
    <dl class="facts">
      <When event={event} />
      <Where event={event} />
      <Contact event={event} />
    </dl>
  )
}

function When({ event: { start, end, timezone } }: { event: EventView }) {
  const enhanced = useEnhanced()
  const own = enhanced ? Intl.DateTimeFormat().resolvedOptions().timeZone : timezone
  const here = formatTime('period', own, [start, end])
  const there = formatTime('period', timezone, [start, end])
  return (
    <Fact name={text('when')}>
      {there}
      <span class="soft">{text('zone', { zone: timezone })}</span>
      {here !== there && <span class="soft">{text('yourTime', { time: here })}</span>}
    </Fact>
  )
}

function Where({ event: { venue, format } }: { event: EventView }) {
  if (format !== 'virtual' && venue === null) return null
  return (
    <Fact name={text('where')}>
      {format === 'virtual' && text('online')}
      {format !== 'virtual' && venue?.name && <bdi>{venue.name}</bdi>}
      {format === 'hybrid' && <span class="soft">{text('hybridNote')}</span>}
      {format !== 'virtual' && venue?.address && <Address>{venue.address}</Address>}
    </Fact>
  )
}

/** The map is only a link: nothing of it is loaded here, and it does not learn where the visitor comes from. */
function Address({ children }: { children: string }) {
  const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(children)}`
  return (
    <>
      <span class="soft">
        <bdi>{children}</bdi>
      </span>
      <span class="soft">
        <a href={map} target="_blank" rel="noopener noreferrer">
          {text('map')}
        </a>
      </span>
    </>
  )
}

function Contact({ event: { contact } }: { event: EventView }) {
  if (contact === null || Object.keys(contact).length === 0) return null
  return (
    <Fact name={text('contact')}>
      {contact.name && <bdi>{contact.name}</bdi>}
      {contact.email && (
        <span class="soft">
          <a href={`mailto:${encodeURIComponent(contact.email).replace('%40', '@')}`}>{contact.email}</a>
        </span>
      )}
      {contact.phone && (
        <span class="soft">
          <a href={`tel:${contact.phone.replaceAll(/[^\d+]/g, '')}`}>
            <bdi>{contact.phone}</bdi>
          </a>
        </span>
      )}
    </Fact>
  )
}
