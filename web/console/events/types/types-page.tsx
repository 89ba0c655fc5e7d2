import { useAsked } from '../../../ui/ask.ts'
import { Badge } from '../../../ui/badge.tsx'
import { registration } from '../../base/services.ts'
import { matchOf } from '../base/event.ts'
import { type EventInHand, eventPage } from '../base/event-frame.tsx'
import { readTypes, type TypeAnswer } from '../base/event-parts.ts'
import { OrderedParts, placesText } from '../base/ordered-parts.tsx'
import { text } from '../base/texts.ts'
import { TypeDialog } from './type-dialog.tsx'

export const TypesPage = eventPage('types', Types)

const words = {
  title: 'tabTypes',
  lead: 'typesLead',
  add: 'typeNew',
  none: 'noTypes',
  noneHint: 'noTypesHint',
  removeMeans: 'typeRemoveMeans',
} as const

function Types({ hand: { event, reload } }: { hand: EventInHand }) {
  const asked = useAsked(`types ${event.id}`, (signal) => readTypes(event.id, signal))
  const callFor = (type: TypeAnswer) => ({
    params: { eventId: event.id, registrationTypeId: type.id },
    headers: matchOf(type),
  })
  return (
    <OrderedParts
      words={words}
      asked={asked}
      partsOf={(types): readonly TypeAnswer[] => types}
      place={(type, order) => registration.updateRegistrationType({ ...callFor(type), body: { order } })}
      remove={(type) => registration.deleteRegistrationType(callFor(type))}
      describe={(type) => <TypeFacts type={type} />}
      dialog={(type, { order, onDone, onClose }) => (
        <TypeDialog {...{ event, type, order, onDone, onClose }} />
      )}
      onDone={reload}
    />
  )
}

function TypeFacts({ type }: { type: TypeAnswer }) {
  return (
    <span class="soft">
      {[type.code, placesText(type)].filter(Boolean).join(' · ')}
      {type.approvalRequired && (
        <>
          {' '}
          <Badge tone="warn">{text('byApproval')}</Badge>
        </>
      )}
      {type.virtual && (
        <>
          {' '}
          <Badge tone="info">{text('formatVirtual')}</Badge>
        </>
      )}
    </span>
  )
}
