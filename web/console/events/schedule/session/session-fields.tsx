import { sessionFields } from '../../../../../src/client/records.ts'
import { Button } from '../../../../ui/button.tsx'
import { omitFields } from '../../../../ui/record-form/draft.ts'
import { itemsIn, type Scope } from '../../../../ui/record-form/scope.ts'
import type { TypeAnswer } from '../../base/event-parts.ts'
import { text } from '../../base/texts.ts'
import { type EventFields, type EventLabels, fieldsOf } from '../../record/fields.ts'
import { TypeChoice } from '../../types/type-choice.tsx'

export const fields = omitFields(sessionFields, 'externalReferences')
export const labels: EventLabels<typeof fields> = { code: 'shortCode', registrationTypeIds: 'forTypes' }

type SessionFieldsProps = {
  event: { timezone: string }
  types: readonly TypeAnswer[]
  rooms: readonly string[]
  tracks: readonly string[]
  scope: Scope<typeof fields>
  field: EventFields<typeof fields>
}

export function SessionFields(props: SessionFieldsProps) {
  const { scope, field, types } = props
  return (
    <>
      {field('title')}
      <WhenWhere {...props} />
      <Attendance {...props} />
      <Speakers scope={scope} />
      <details>
        <summary>{text('more')}</summary>
        {field('description')}
        <div class="pair">
          {field('format', { choices: formatTexts })}
          {field('code')}
        </div>
        {field('joinUrl', { type: 'url' })}
        <TypeChoice
          types={types}
          chosen={scope.draft.registrationTypeIds}
          onChange={(ids) => scope.onChange({ registrationTypeIds: ids })}
        />
      </details>
    </>
  )
}

const formatTexts = {
  '': 'formatAsEvent',
  'in-person': 'formatInPerson',
  virtual: 'formatVirtual',
  hybrid: 'formatHybrid',
} as const

function WhenWhere({ event, field, rooms, tracks }: SessionFieldsProps) {
  const named = (name: 'room' | 'track', known: readonly string[]) => (
    <div>
      {field(name, { list: `known-${name}` })}
      <datalist id={`known-${name}`}>
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </div>
  )
  return (
    <>
      <div class="pair">
        {field('start')}
        {field('end')}
      </div>
      <p class="help">{text('inZone', { zone: event.timezone })}</p>
      <div class="pair">
        {named('room', rooms.filter(Boolean))}
        {named('track', tracks)}
      </div>
    </>
  )
}

const statusTexts = {
  active: 'sessionActive',
  closed: 'sessionClosed',
  cancelled: 'statusCancelled',
} as const

function Attendance({ scope, field }: SessionFieldsProps) {
  return (
    <>
      {field('status', { choices: statusTexts })}
      {field('included', { help: text('includedHelp') })}
      {!scope.draft.included && (
        <div class="pair">
          {field('capacity', { help: text('emptyNoLimit') })}
          {field('waitlistEnabled')}
        </div>
      )}
    </>
  )
}

function Speakers({ scope }: { scope: Scope<typeof fields> }) {
  const { items, add } = itemsIn(scope, 'speakers')
  return (
    <section>
      <h3>{text('speakers')}</h3>
      {items.map(({ key, scope: speaker, remove }) => (
        <div class="speaker" key={key}>
          <SpeakerFields scope={speaker} />
          <Button
            size="small"
            look="quiet"
            label={text('removeNamed', { name: speaker.draft.name })}
            onClick={remove}
          >
            {text('remove')}
          </Button>
        </div>
      ))}
      <Button size="small" onClick={add}>
        {text('speakerAdd')}
      </Button>
    </section>
  )
}

type Speaker = ReturnType<typeof itemsIn<typeof fields, 'speakers'>>['items'][number]

function SpeakerFields({ scope }: Pick<Speaker, 'scope'>) {
  const field = fieldsOf(scope, { title: 'jobTitle', url: 'website' })
  return (
    <>
      {field('name')}
      <details>
        <summary>{text('more')}</summary>
        <div class="pair">
          {field('company')}
          {field('title')}
        </div>
        {field('url', { type: 'url' })}
        {field('biography')}
      </details>
    </>
  )
}
