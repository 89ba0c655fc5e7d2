import { SelectInput } from '../../../ui/inputs/inputs.tsx'
import { scopeIn } from '../../../ui/record-form/scope.ts'
import { text } from '../base/texts.ts'
import { ZoneInput } from '../base/zone-input.tsx'
import { fieldsOf } from '../record/fields.ts'
import { FurtherFields } from './further-fields.tsx'
import type { DetailsEdit } from './use-details.ts'

type DetailsProps = { edit: DetailsEdit }

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

function Basics({ edit: { field, draft, saving, onChange } }: DetailsProps) {
  const link = `${location.host}/e/${draft.code}`
  return (
    <section id="about">
      <h2>{text('sectionBasics')}</h2>
      {field('title')}
      {field('description', { help: text('descriptionHelp') })}
      <div class="pair">
        {field('code', { help: text('codeHelp', { link }), maxLength: 60 })}
        {field('format')}
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

/** An imported event may have a language that the pages do not support. */
function localeChoices(current: string) {
  const known = Object.entries(languages).map(([value, label]) => ({ value, label }))
  const own = current === '' || current in languages ? [] : [{ value: current, label: current }]
  return [{ value: '', label: text('localeNone') }, ...known, ...own]
}

function Dates({ edit: { field, draft, saving, onChange } }: DetailsProps) {
  return (
    <section id="dates">
      <h2>{text('sectionDates')}</h2>
      <div class="pair">
        {field('start')}
        {field('end')}
      </div>
      <ZoneInput
        value={draft.timezone}
        error={saving.errorAt('/timezone')}
        onChange={(timezone) => onChange({ timezone })}
      />
      <div class="pair">
        {field('registrationOpens', { help: text('opensHelp') })}
        {field('registrationCloses', { help: text('closesHelp') })}
      </div>
    </section>
  )
}

function Places({ edit: { field, draft } }: DetailsProps) {
  return (
    <section id="places">
      <h2>{text('sectionPlaces')}</h2>
      {field('capacity', { help: text('capacityLater') })}
      {field('waitlistEnabled', { help: text('waitlistHelp') })}
      {draft.waitlistEnabled && field('offerMinutes', { help: text('offerHelp') })}
      {field('approvalRequired', { help: text('approvalHelp') })}
      {field('multiplePerEmail', { help: text('multipleHelp') })}
    </section>
  )
}

/** Settings of the registration page. */
function PageRules({ edit: { field } }: DetailsProps) {
  return (
    <section>
      <h2>{text('sectionPage')}</h2>
      {field('confirmBy', { help: text('confirmByHelp') })}
      <div class="pair">
        {field('maxGuests', { help: text('maxGuestsHelp') })}
        {field('notify')}
      </div>
    </section>
  )
}

function Where({ edit }: DetailsProps) {
  const { field, draft } = edit
  return (
    <section id="location">
      <h2>{text('sectionWhere')}</h2>
      {draft.format !== 'virtual' && <Venue edit={edit} />}
      {field('accessibilityNote', { help: text('accessibilityHelp') })}
      {draft.format !== 'in-person' && field('virtualUrl', { help: text('virtualUrlHelp'), type: 'url' })}
    </section>
  )
}

function Venue({ edit: { scope } }: DetailsProps) {
  const venue = scopeIn(scope, 'venue')
  const field = fieldsOf(venue, { name: 'venueName', address: 'venueAddress' })
  const degrees = fieldsOf(scopeIn(venue, 'geo'), { lat: 'latitude', lon: 'longitude' })
  return (
    <>
      {field('name')}
      {field('address')}
      <div class="pair">
        {degrees('lat', { required: false })}
        {degrees('lon', { required: false })}
      </div>
    </>
  )
}

function Contact({ edit: { scope } }: DetailsProps) {
  const labels = { name: 'contactName', email: 'contactEmail', phone: 'contactPhone' } as const
  const field = fieldsOf(scopeIn(scope, 'contact'), labels)
  return (
    <section id="contact">
      <h2>{text('sectionContact')}</h2>
      <p class="soft">{text('contactLead')}</p>
      {field('name')}
      <div class="pair">
        {field('email', { type: 'email' })}
        {field('phone', { type: 'tel' })}
      </div>
    </section>
  )
}
