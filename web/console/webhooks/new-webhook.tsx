import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { SelectInput, TextInput } from '../../ui/inputs/inputs.tsx'
import { problemOf } from '../../ui/problems/problem.ts'
import { problemText } from '../../ui/problems/problem-text.ts'
import { consoleServer } from '../base/services.ts'
import { serviceText, text } from './texts.ts'
import type { WebhookService } from './webhook.ts'

type NewWebhookProps = {
  services: readonly WebhookService[]
  onMade: (secret: string) => void
  onClose: () => void
}

export function NewWebhook({ services, onMade, onClose }: NewWebhookProps) {
  const [service, setService] = useState(services[0]?.service ?? 'events')
  const [url, setUrl] = useState('https://')
  const [events, setEvents] = useState<readonly string[]>([])
  const { isBusy, failure, run } = useAction(tell)
  const known = services.find((one) => one.service === service)?.events ?? []
  const make = () =>
    run(async () => {
      const body = { service, url: url.trim(), ...(events.length === 0 ? {} : { events: [...events] }) }
      onMade((await consoleServer.createWebhook({ body })).body.secret)
    })
  return (
    <DialogForm
      title={text('newWebhook')}
      yes={text('make')}
      disabled={isBusy}
      onSubmit={make}
      onClose={onClose}
    >
      {services.length > 1 && (
        <SelectInput
          label={text('service')}
          value={service}
          onChange={(next) => {
            setService(next === 'issuer' ? 'issuer' : 'events')
            setEvents([])
          }}
          choices={services.map((one) => ({ value: one.service, label: serviceText(one.service) }))}
        />
      )}
      <TextInput
        label={text('address')}
        help={text('addressHelp')}
        error={failure}
        required
        type="url"
        maxLength={2_000}
        autocomplete="on"
        value={url}
        onChange={setUrl}
      />
      <EventChoice known={known} chosen={events} onChange={setEvents} />
    </DialogForm>
  )
}

type EventChoiceProps = {
  known: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

function EventChoice({ known, chosen, onChange }: EventChoiceProps) {
  const toggle = (event: string) =>
    onChange(chosen.includes(event) ? chosen.filter((one) => one !== event) : [...chosen, event])
  return (
    <fieldset class="check-list">
      <legend>{text('chooseEvents')}</legend>
      {known.map((event) => (
        <label key={event}>
          <input type="checkbox" checked={chosen.includes(event)} onChange={() => toggle(event)} />
          <span class="mono">{event}</span>
        </label>
      ))}
    </fieldset>
  )
}

function tell(error: unknown): string {
  const { errors } = problemOf(error)
  return errors.some(({ pointer }) => pointer === '/url') ? text('addressRefused') : problemText(error)
}
