import { Button } from '../../../../ui/button.tsx'
import { AreaInput, CheckInput, NumberInput, SelectInput, TextInput } from '../../../../ui/inputs/inputs.tsx'
import type { TypeAnswer } from '../../base/event-parts.ts'
import { MomentInput } from '../../base/moment-input.tsx'
import type { Saving } from '../../base/saving.ts'
import { text } from '../../base/texts.ts'
import { TypeChoice } from '../../types/type-choice.tsx'
import type { SessionDraft, SpeakerDraft } from './session-draft.ts'

type SessionFieldsProps = {
  event: { timezone: string }
  types: readonly TypeAnswer[]
  rooms: readonly string[]
  tracks: readonly string[]
  draft: SessionDraft
  saving: Saving
  onChange: (members: Partial<SessionDraft>) => void
}

export function SessionFields(props: SessionFieldsProps) {
  const { draft, saving, types, onChange } = props
  return (
    <>
      <TextInput
        label={text('title')}
        value={draft.title}
        maxLength={500}
        required
        error={saving.errorAt('/title')}
        onChange={(title) => onChange({ title })}
      />
      <WhenWhere {...props} />
      <Attendance {...props} />
      <Speakers {...props} />
      <details>
        <summary>{text('more')}</summary>
        <AreaInput
          label={text('description')}
          value={draft.description}
          maxLength={20_000}
          error={saving.errorAt('/description')}
          onChange={(description) => onChange({ description })}
        />
        <Rest {...props} />
        <TypeChoice
          types={types}
          chosen={draft.registrationTypeIds}
          onChange={(registrationTypeIds) => onChange({ registrationTypeIds })}
        />
      </details>
    </>
  )
}

function WhenWhere({ event, draft, saving, rooms, tracks, onChange }: SessionFieldsProps) {
  const moment = (name: 'start' | 'end') => (
    <MomentInput
      label={text(name)}
      zone={event.timezone}
      value={draft[name]}
      required
      error={saving.errorAt(`/${name}`)}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
  const named = (name: 'room' | 'track', known: readonly string[]) => (
    <div>
      <TextInput
        label={text(name)}
        list={`known-${name}`}
        value={draft[name]}
        maxLength={200}
        error={saving.errorAt(`/${name}`)}
        onChange={(value) => onChange({ [name]: value })}
      />
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
        {moment('start')}
        {moment('end')}
      </div>
      <p class="help">{text('inZone', { zone: event.timezone })}</p>
      <div class="pair">
        {named('room', rooms.filter(Boolean))}
        {named('track', tracks)}
      </div>
    </>
  )
}

function Attendance({ draft, saving, onChange }: SessionFieldsProps) {
  return (
    <>
      <SelectInput
        label={text('status')}
        value={draft.status}
        onChange={(status) => onChange({ status })}
        choices={[
          { value: 'active', label: text('sessionActive') },
          { value: 'closed', label: text('sessionClosed') },
          { value: 'cancelled', label: text('statusCancelled') },
        ]}
      />
      <CheckInput
        label={text('included')}
        help={text('includedHelp')}
        value={draft.included}
        onChange={(included) => onChange({ included })}
      />
      {!draft.included && (
        <div class="pair">
          <NumberInput
            label={text('capacity')}
            help={text('emptyNoLimit')}
            value={draft.capacity}
            error={saving.errorAt('/capacity')}
            onChange={(capacity) => onChange({ capacity })}
          />
          <CheckInput
            label={text('waitlistEnabled')}
            value={draft.waitlistEnabled}
            onChange={(waitlistEnabled) => onChange({ waitlistEnabled })}
          />
        </div>
      )}
    </>
  )
}

let made = 0

function Speakers({ draft: { speakers }, saving, onChange }: SessionFieldsProps) {
  const change = (key: string, members: Partial<SpeakerDraft>) =>
    onChange({ speakers: speakers.map((one) => (one.key === key ? { ...one, ...members } : one)) })
  const add = () => {
    made += 1
    const texts = { name: '', company: '', title: '', url: '', biography: '' }
    onChange({ speakers: [...speakers, { key: `new${made}`, ...texts }] })
  }
  return (
    <section>
      <h3>{text('speakers')}</h3>
      {speakers.map((speaker, at) => (
        <div class="speaker" key={speaker.key}>
          <SpeakerFields
            speaker={speaker}
            errorAt={(member) => saving.errorAt(`/speakers/${at}/${member}`)}
            onChange={(members) => change(speaker.key, members)}
          />
          <Button
            size="small"
            look="quiet"
            label={text('removeNamed', { name: speaker.name })}
            onClick={() => onChange({ speakers: speakers.filter(({ key }) => key !== speaker.key) })}
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

type SpeakerFieldsProps = {
  speaker: SpeakerDraft
  errorAt: (member: string) => string | undefined
  onChange: (members: Partial<SpeakerDraft>) => void
}

function SpeakerFields({ speaker, errorAt, onChange }: SpeakerFieldsProps) {
  const line = (name: 'name' | 'company' | 'title' | 'url', label: string) => (
    <TextInput
      label={label}
      value={speaker[name]}
      required={name === 'name'}
      error={errorAt(name)}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
  return (
    <>
      {line('name', text('name'))}
      <details>
        <summary>{text('more')}</summary>
        <div class="pair">
          {line('company', text('company'))}
          {line('title', text('jobTitle'))}
        </div>
        {line('url', text('website'))}
        <AreaInput
          label={text('biography')}
          value={speaker.biography}
          maxLength={8_000}
          error={errorAt('biography')}
          onChange={(biography) => onChange({ biography })}
        />
      </details>
    </>
  )
}

function Rest({ draft, saving, onChange }: SessionFieldsProps) {
  return (
    <>
      <div class="pair">
        <SelectInput
          label={text('format')}
          value={draft.format}
          onChange={(format) => onChange({ format })}
          choices={[
            { value: '', label: text('formatAsEvent') },
            { value: 'in-person', label: text('formatInPerson') },
            { value: 'virtual', label: text('formatVirtual') },
            { value: 'hybrid', label: text('formatHybrid') },
          ]}
        />
        <TextInput
          label={text('shortCode')}
          value={draft.code}
          maxLength={60}
          error={saving.errorAt('/code')}
          onChange={(code) => onChange({ code })}
        />
      </div>
      <TextInput
        label={text('joinUrl')}
        type="url"
        value={draft.joinUrl}
        error={saving.errorAt('/joinUrl')}
        onChange={(joinUrl) => onChange({ joinUrl })}
      />
    </>
  )
}
