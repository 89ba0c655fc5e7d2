import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { type Answered, consoleServer } from '../base/services.ts'
import { Failure } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { useWork } from '../identity/work.ts'
import { NameInput } from './name-input.tsx'
import { NewKeyShown } from './new-key.tsx'
import { entriesOf, newSettingsOf } from './settings.ts'
import { SettingFields } from './settings-fields.tsx'

type Made = Answered<typeof consoleServer.createApplication>

export function NewApplicationPage() {
  const [made, setMade] = useState<Made>()
  if (made !== undefined) return <MadePage made={made} />
  return (
    <Page title={text('newApplication')} lead={text('newApplicationLead')}>
      <NewApplicationForm onMade={setMade} />
    </Page>
  )
}

function NewApplicationForm({ onMade }: { onMade: (made: Made) => void }) {
  const work = useWork()
  const [name, setName] = useState('')
  const [entries, setEntries] = useState(() => entriesOf({}))
  const create = () =>
    work.run(async () => {
      const body = { name, settings: newSettingsOf(entries) }
      onMade((await consoleServer.createApplication({ body })).body)
    })
  return (
    <Form class="id-form" onSubmit={create}>
      <NameInput help={text('applicationNameHelp')} work={work} value={name} onChange={setName} />
      <SettingFields entries={entries} work={work} onChange={setEntries} />
      <Failure work={work} />
      <div class="id-actions">
        <Button look="primary" type="submit" disabled={work.isBusy}>
          {text('makeApplication')}
        </Button>
        <a class="button quiet" href={pathTo('/applications')}>
          {text('back')}
        </a>
      </div>
    </Form>
  )
}

function MadePage({ made }: { made: Made }) {
  const { id, name } = made.application
  return (
    <Page title={text('applicationMade')} lead={<bdi>{name}</bdi>}>
      <div class="id-form">
        <NewKeyShown service="twofactor" secret={made.secret} serviceUrl={made.serviceUrl} />
        <p>{text('applicationNext')}</p>
        <div class="id-actions">
          <a class="button primary" href={`${pathTo('/twofactor/bench')}?application=${id}`}>
            {text('toBench')}
          </a>
          <a class="button" href={pathTo(`/applications/${id}`)}>
            {text('toApplication')}
          </a>
        </div>
      </div>
    </Page>
  )
}
