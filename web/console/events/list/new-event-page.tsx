import { useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/inputs/form.tsx'
import { membersOf } from '../../../ui/record-form/draft.ts'
import { uiText } from '../../../ui/texts.ts'
import { Page } from '../../base/page.tsx'
import { pathTo } from '../../base/place.ts'
import { registration } from '../../base/services.ts'
import { SaveFailure } from '../base/save-failure.tsx'
import { type Saving, useSaving } from '../base/saving.ts'
import { text } from '../base/texts.ts'
import { ZoneInput } from '../base/zone-input.tsx'
import { fieldsOf } from '../record/fields.ts'
import { refuseWrong } from '../record/use-record-edit.ts'
import { firstDraft, type NewEvent, newEventFields, withEnd } from './new-event.ts'
import { nextCode, suggestCode } from './suggest-code.ts'

/** Asks only for what an event must have; everything else is set later. */
export function NewEventPage() {
  const { route } = useLocation()
  const saving = useSaving()
  const { draft, field, onChange } = useNewEvent(saving)
  const submit = () =>
    saving.run(async () => {
      refuseWrong(newEventFields, draft)
      const members = membersOf(newEventFields, draft, { zone: draft.timezone })
      const { body } = await registration.createEvent({ body: members })
      route(pathTo(`/events/${body.id}`))
    })
  return (
    <Page title={text('newEvent')} lead={text('newEventLead')}>
      <Form class="form" onSubmit={submit} noValidate>
        {field('title')}
        <div class="pair">
          {field('start')}
          {field('end')}
        </div>
        <ZoneInput
          value={draft.timezone}
          error={saving.errorAt('/timezone')}
          onChange={(timezone) => onChange({ timezone })}
        />
        {field('format')}
        {field('capacity', { help: text('capacityHelp') })}
        {field('code', { help: text('codeHelp', { link: linkTo(draft.code) }), maxLength: 60 })}
        <OtherCode {...{ saving, onChange }} code={nextCode(draft.code)} />
        <SaveFailure saving={saving} />
        <Actions isBusy={saving.isBusy} />
      </Form>
    </Page>
  )
}

function linkTo(code: string): string {
  return `${location.host}/e/${code || '…'}`
}

/** The code follows the title until somebody edits it. */
function useNewEvent({ errorAt }: Saving) {
  const [typed, setTyped] = useState<NewEvent>(() => firstDraft(Date.now()))
  // A date that is typed is incomplete in between; the end still follows the last complete one.
  const lastStart = useRef(typed.start)
  const onChange = (members: Partial<NewEvent>) =>
    setTyped((known) => {
      const next = withEnd({ ...known, ...members }, { ...known, start: known.start || lastStart.current })
      lastStart.current = next.start || lastStart.current
      return next
    })
  const draft = { ...typed, code: typed.code ?? suggestCode(typed.title, typed.start) }
  const scope = { fields: newEventFields, draft, zone: draft.timezone, errorAt, onChange }
  return { draft, onChange, field: fieldsOf(scope, {}) }
}

type OtherCodeProps = { saving: Saving; code: string; onChange: (members: { code: string }) => void }

/** Offers another code if the code is taken. */
function OtherCode({ saving, code, onChange }: OtherCodeProps) {
  if (saving.problem?.code !== 'code-taken') return null
  return (
    <Button size="small" onClick={() => onChange({ code })}>
      {text('useCode', { code })}
    </Button>
  )
}

function Actions({ isBusy }: { isBusy: boolean }) {
  return (
    <div class="form-actions">
      <Button look="primary" type="submit" disabled={isBusy}>
        {text('makeEvent')}
      </Button>
      <a class="button quiet" href={pathTo('/events')}>
        {uiText('cancel')}
      </a>
    </div>
  )
}
