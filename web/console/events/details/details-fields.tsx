import { AreaInput, CheckInput, NumberInput, SelectInput, TextInput } from '../../../ui/inputs/inputs.tsx'
import { FormatInput } from '../base/format-input.tsx'
import { MomentInput } from '../base/moment-input.tsx'
import { text } from '../base/texts.ts'
import { ZoneInput } from '../base/zone-input.tsx'
import type { DetailsProps } from './details-props.ts'
import { FurtherFields } from './further-fields.tsx'

export function DetailsFields(props: DetailsProps) {
  return (
    <>
      <Basics {...props} />
      <Dates {...props} />
      <Places {...props} />
      <PageRules {...props} />
      <Where {...props} />
      <Contact {...props} />
      <FurtherFields {...props} />
    </>
  )
}

function Basics({ draft, saving, onChange }: DetailsProps) {
  return (
    <section>
      <h2>{text('sectionBasics')}</h2>
      <TextInput
        label={text('title')}
        value={draft.title}
        maxLength={300}
        required
        error={saving.errorAt('/title')}
        onChange={(title) => onChange({ title })}
      />
      <AreaInput
        label={text('description')}
        help={text('descriptionHelp')}
        value={draft.description}
        maxLength={20_000}
        error={saving.errorAt('/description')}
        onChange={(description) => onChange({ description })}
      />
      <div class="pair">
        <TextInput
          label={text('code')}
          help={text('codeHelp', { link: `${location.host}/e/${draft.code}` })}
          value={draft.code}
          maxLength={60}
          required
          error={saving.errorAt('/code')}
          onChange={(code) => onChange({ code })}
        />
        <FormatInput value={draft.format} onChange={(format) => onChange({ format })} />
      </div>
      <SelectInput
        label={text('locale')}
        help={text('localeHelp')}
        value={draft.locale}
        error={saving.errorAt('/locale')}
        onChange={(locale) => onChange({ locale })}
        choices={localeChoices(draft.locale)}
      />
    </section>
  )
}

const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const

/** An imported event may speak a language that the pages do not. */
function localeChoices(current: string) {
  const known = Object.entries(languages).map(([value, label]) => ({ value, label }))
  const own = current === '' || current in languages ? [] : [{ value: current, label: current }]
  return [{ value: '', label: text('localeNone') }, ...known, ...own]
}

function Dates({ draft, saving, onChange }: DetailsProps) {
  const moment = (name: 'start' | 'end' | 'registrationOpens' | 'registrationCloses', help?: string) => (
    <MomentInput
      label={text(name)}
      zone={draft.timezone}
      value={draft[name]}
      required={name === 'start' || name === 'end'}
      {...(help === undefined ? {} : { help })}
      error={saving.errorAt(`/${name}`)}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
  return (
    <section>
      <h2>{text('sectionDates')}</h2>
      <div class="pair">
        {moment('start')}
        {moment('end')}
      </div>
      <ZoneInput
        value={draft.timezone}
        error={saving.errorAt('/timezone')}
        onChange={(timezone) => onChange({ timezone })}
      />
      <div class="pair">
        {moment('registrationOpens', text('opensHelp'))}
        {moment('registrationCloses', text('closesHelp'))}
      </div>
    </section>
  )
}

function Places({ draft, saving, onChange }: DetailsProps) {
  return (
    <section>
      <h2>{text('sectionPlaces')}</h2>
      <NumberInput
        label={text('capacity')}
        help={text('capacityLater')}
        value={draft.capacity}
        error={saving.errorAt('/capacity')}
        onChange={(capacity) => onChange({ capacity })}
      />
      <CheckInput
        label={text('waitlistEnabled')}
        help={text('waitlistHelp')}
        value={draft.waitlistEnabled}
        onChange={(waitlistEnabled) => onChange({ waitlistEnabled })}
      />
      {draft.waitlistEnabled && (
        <NumberInput
          label={text('offerMinutes')}
          help={text('offerHelp')}
          min={1}
          value={draft.offerMinutes}
          error={saving.errorAt('/offerMinutes')}
          onChange={(offerMinutes) => onChange({ offerMinutes })}
        />
      )}
      <CheckInput
        label={text('approvalRequired')}
        help={text('approvalHelp')}
        value={draft.approvalRequired}
        onChange={(approvalRequired) => onChange({ approvalRequired })}
      />
      <CheckInput
        label={text('multiplePerEmail')}
        help={text('multipleHelp')}
        value={draft.multiplePerEmail}
        onChange={(multiplePerEmail) => onChange({ multiplePerEmail })}
      />
    </section>
  )
}

/** How the registration page treats whoever registers there. */
function PageRules({ draft, saving, onChange }: DetailsProps) {
  return (
    <section>
      <h2>{text('sectionPage')}</h2>
      <SelectInput
        label={text('confirmBy')}
        help={text('confirmByHelp')}
        value={draft.confirmBy}
        onChange={(confirmBy) => onChange({ confirmBy })}
        choices={[
          { value: 'none', label: text('confirmByNone') },
          { value: 'phone', label: text('confirmByPhone') },
          { value: 'authenticator', label: text('confirmByAuthenticator') },
        ]}
      />
      <div class="pair">
        <NumberInput
          label={text('maxGuests')}
          help={text('maxGuestsHelp')}
          value={draft.maxGuests}
          error={saving.errorAt('/maxGuests')}
          onChange={(maxGuests) => onChange({ maxGuests })}
        />
        <SelectInput
          label={text('notify')}
          value={draft.notify}
          onChange={(notify) => onChange({ notify })}
          choices={[
            { value: 'page', label: text('notifyPage') },
            { value: 'everyone', label: text('notifyEveryone') },
          ]}
        />
      </div>
    </section>
  )
}

function Where({ draft, saving, onChange }: DetailsProps) {
  return (
    <section>
      <h2>{text('sectionWhere')}</h2>
      {draft.format !== 'virtual' && <Venue draft={draft} saving={saving} onChange={onChange} />}
      {draft.format !== 'in-person' && (
        <TextInput
          label={text('virtualUrl')}
          help={text('virtualUrlHelp')}
          type="url"
          value={draft.virtualUrl}
          error={saving.errorAt('/virtualUrl')}
          onChange={(virtualUrl) => onChange({ virtualUrl })}
        />
      )}
    </section>
  )
}

function Venue({ draft, saving, onChange }: DetailsProps) {
  const line = (name: 'venueName' | 'venueAddress', pointer: string) => (
    <TextInput
      label={text(name)}
      value={draft[name]}
      error={saving.errorAt(pointer)}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
  const degrees = (name: 'latitude' | 'longitude', pointer: string) => (
    <NumberInput
      label={text(name)}
      min="any"
      value={draft[name]}
      error={saving.errorAt(pointer)}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
  return (
    <>
      {line('venueName', '/venue/name')}
      {line('venueAddress', '/venue/address')}
      <div class="pair">
        {degrees('latitude', '/venue/geo/lat')}
        {degrees('longitude', '/venue/geo/lon')}
      </div>
    </>
  )
}

function Contact({ draft, saving, onChange }: DetailsProps) {
  return (
    <section>
      <h2>{text('sectionContact')}</h2>
      <p class="soft">{text('contactLead')}</p>
      <TextInput
        label={text('contactName')}
        value={draft.contactName}
        error={saving.errorAt('/contact/name')}
        onChange={(contactName) => onChange({ contactName })}
      />
      <div class="pair">
        <TextInput
          label={text('contactEmail')}
          type="email"
          value={draft.contactEmail}
          error={saving.errorAt('/contact/email')}
          onChange={(contactEmail) => onChange({ contactEmail })}
        />
        <TextInput
          label={text('contactPhone')}
          type="tel"
          value={draft.contactPhone}
          error={saving.errorAt('/contact/phone')}
          onChange={(contactPhone) => onChange({ contactPhone })}
        />
      </div>
    </section>
  )
}
