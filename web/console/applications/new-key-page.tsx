import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { consoleServer } from '../base/services.ts'
import { Failure } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { useWork } from '../identity/work.ts'
import type { NewKey } from './key.ts'
import { NameInput } from './name-input.tsx'
import { NewKeyShown } from './new-key.tsx'

const scopeTexts = {
  'events:read': 'scopeEventsRead',
  'events:write': 'scopeEventsWrite',
  'registrations:read': 'scopeRegistrationsRead',
  'registrations:write': 'scopeRegistrationsWrite',
  'attendance:write': 'scopeAttendanceWrite',
  'contacts:read': 'scopeContactsRead',
  'contacts:write': 'scopeContactsWrite',
} as const
type Scope = keyof typeof scopeTexts
const allScopes = Object.keys(scopeTexts) as Scope[]

export function NewKeyPage() {
  const [made, setMade] = useState<NewKey>()
  if (made === undefined)
    return (
      <Page title={text('newKey')} lead={text('newKeyLead')}>
        <NewKeyForm onMade={setMade} />
      </Page>
    )
  return (
    <Page title={text('keyMade')} lead={<bdi>{made.key.name}</bdi>}>
      <div class="id-form">
        <NewKeyShown service="events" secret={made.secret} serviceUrl={made.serviceUrl} />
        <a class="button primary" href={pathTo('/applications')}>
          {text('keyKept')}
        </a>
      </div>
    </Page>
  )
}

function NewKeyForm({ onMade }: { onMade: (made: NewKey) => void }) {
  const work = useWork()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set(['events:read', 'registrations:read']))
  const create = () =>
    work.run(async () => {
      const body = { name, scopes: allScopes.filter((scope) => scopes.has(scope)) }
      onMade((await consoleServer.createEventsKey({ body })).body)
    })
  return (
    <Form class="id-form" onSubmit={create}>
      <NameInput help={text('keyNameHelp')} work={work} value={name} onChange={setName} />
      <ScopeChoice chosen={scopes} error={work.errorAt('/scopes')} onChange={setScopes} />
      <Failure work={work} />
      <div class="id-actions">
        <Button look="primary" type="submit" disabled={work.isBusy || scopes.size === 0}>
          {text('makeKey')}
        </Button>
        <a class="button quiet" href={pathTo('/applications')}>
          {text('back')}
        </a>
      </div>
    </Form>
  )
}

type ScopeChoiceProps = {
  chosen: ReadonlySet<Scope>
  error: string | undefined
  onChange: (chosen: ReadonlySet<Scope>) => void
}

function ScopeChoice({ chosen, error, onChange }: ScopeChoiceProps) {
  const turn = (scope: Scope, on: boolean) =>
    onChange(new Set(allScopes.filter((one) => (one === scope ? on : chosen.has(one)))))
  return (
    <fieldset>
      <legend>{text('scopesLegend')}</legend>
      <p class="id-soft">{text('scopesHelp')}</p>
      {allScopes.map((scope) => (
        <label class="id-check" key={scope}>
          <input
            type="checkbox"
            checked={chosen.has(scope)}
            onChange={(event) => turn(scope, event.currentTarget.checked)}
          />
          <span>
            {text(scopeTexts[scope])} <small>{scope}</small>
          </span>
        </label>
      ))}
      {error !== undefined && <p role="alert">{error}</p>}
    </fieldset>
  )
}
