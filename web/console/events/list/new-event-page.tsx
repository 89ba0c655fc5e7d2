import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button } from '../../../ui/button.tsx'
import { NumberInput, TextInput } from '../../../ui/inputs/inputs.tsx'
import { uiText } from '../../../ui/texts.ts'
import { timeOfWall } from '../../../ui/time/zone-time.ts'
import { Page } from '../../base/page.tsx'
import { pathTo } from '../../base/place.ts'
import { registration } from '../../base/services.ts'
import { FormatInput } from '../base/format-input.tsx'
import { MomentInput } from '../base/moment-input.tsx'
import { SaveFailure } from '../base/save-failure.tsx'
import { type Saving, useSaving } from '../base/saving.ts'
import { text } from '../base/texts.ts'
import { ZoneInput } from '../base/zone-input.tsx'
import { firstDraft, type NewEvent, withEnd } from './new-event.ts'
import { nextCode, suggestCode } from './suggest-code.ts'

/** The few things without which there is no event; all others have a place of their own afterwards. */
export function NewEventPage() {
  const { route } = useLocation()
  const [draft, setDraft] = useState<NewEvent>(() => firstDraft(Date.now()))
  const saving = useSaving()
  const change = (members: Partial<NewEvent>) => setDraft((known) => withEnd({ ...known, ...members }, known))
  const code = draft.code ?? suggestCode(draft.title, draft.start)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    saving.run(async () => {
      const { body } = await registration.createEvent({ body: inputOf({ ...draft, code }) })
      route(pathTo(`/events/${body.id}`))
    })
  }
  return (
    <Page title={text('newEvent')} lead={text('newEventLead')}>
      <form class="form" onSubmit={submit} noValidate>
        <TextInput
          label={text('title')}
          value={draft.title}
          maxLength={300}
          required
          error={saving.errorAt('/title')}
          onChange={(title) => change({ title })}
        />
        <Times draft={draft} saving={saving} onChange={change} />
        <FormatInput value={draft.format} onChange={(format) => change({ format })} />
        <NumberInput
          label={text('capacity')}
          help={text('capacityHelp')}
          value={draft.capacity}
          error={saving.errorAt('/capacity')}
          onChange={(capacity) => change({ capacity })}
        />
        <TextInput
          label={text('code')}
          help={text('codeHelp', { link: `${location.host}/e/${code || '…'}` })}
          value={code}
          maxLength={60}
          required
          error={saving.errorAt('/code')}
          onChange={(typed) => change({ code: typed })}
        />
        {saving.problem?.code === 'code-taken' && (
          <Button size="small" onClick={() => change({ code: nextCode(code) })}>
            {text('useCode', { code: nextCode(code) })}
          </Button>
        )}
        <SaveFailure saving={saving} />
        <div class="form-actions">
          <Button look="primary" type="submit" disabled={saving.isBusy}>
            {text('makeEvent')}
          </Button>
          <a class="button quiet" href={pathTo('/events')}>
            {uiText('cancel')}
          </a>
        </div>
      </form>
    </Page>
  )
}

type TimesProps = { draft: NewEvent; saving: Saving; onChange: (members: Partial<NewEvent>) => void }

function Times({ draft, saving, onChange }: TimesProps) {
  return (
    <>
      <div class="pair">
        <MomentInput
          label={text('start')}
          zone={draft.timezone}
          value={draft.start}
          required
          error={saving.errorAt('/start')}
          onChange={(start) => onChange({ start })}
        />
        <MomentInput
          label={text('end')}
          zone={draft.timezone}
          value={draft.end}
          required
          error={saving.errorAt('/end')}
          onChange={(end) => onChange({ end })}
        />
      </div>
      <ZoneInput
        value={draft.timezone}
        error={saving.errorAt('/timezone')}
        onChange={(timezone) => onChange({ timezone })}
      />
    </>
  )
}

function inputOf(draft: NewEvent & { code: string }) {
  const { title, code, timezone, format, capacity } = draft
  return {
    ...{ title: title.trim(), code: code.trim(), timezone, format },
    start: timeOfWall(draft.start, timezone)?.text ?? '',
    end: timeOfWall(draft.end, timezone)?.text ?? '',
    capacity: capacity.trim() === '' ? null : Number(capacity),
  }
}
