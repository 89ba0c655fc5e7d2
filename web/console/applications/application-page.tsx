import { useState } from 'preact/hooks'
import { useAnswer } from '../../ui/ask.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { mergePatchOf } from '../../ui/record-form/changes.ts'
import { uiText } from '../../ui/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { consoleServer } from '../base/services.ts'
import { may } from '../base/session.ts'
import { Facts, Failure, When } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { useWork } from '../identity/work.ts'
import type { Application } from './key.ts'
import { KeyTable } from './key-table.tsx'
import { NameInput } from './name-input.tsx'
import { entriesOf, settingsOf } from './settings.ts'
import { SettingFields } from './settings-fields.tsx'
import { SwitchApplication } from './switch-application.tsx'

export function ApplicationPage({ applicationId }: { applicationId: string }) {
  const { loaded, put, reload } = useAnswer(`application ${applicationId}`, (signal) =>
    consoleServer.getApplication({ params: { applicationId }, signal }),
  )
  const name = loaded.status === 'done' ? loaded.value.name : text('application')
  return (
    <Page title={name}>
      <Await loaded={loaded}>
        {(application) => (
          <>
            <ApplicationFacts of={application} />
            <h2>{text('keys')}</h2>
            <KeyTable keys={application.keys} withScopes={false} onChange={reload} />
            {may('keys:write') && (
              <>
                <h2>{text('settings')}</h2>
                <SettingsForm key={application.id} of={application} onSaved={put} />
                <SwitchApplication of={application} onSwitched={put} />
              </>
            )}
          </>
        )}
      </Await>
    </Page>
  )
}

function ApplicationFacts({ of: { id, serial, disabledAt, createdAt } }: { of: Application }) {
  return (
    <>
      <Facts
        rows={[
          [
            text('state'),
            disabledAt === null ? (
              <Badge tone="good">{text('inUse')}</Badge>
            ) : (
              <Badge tone="bad">{text('disabled')}</Badge>
            ),
          ],
          [text('appId'), <code>{serial}</code>],
          [text('made'), <When at={createdAt} />],
        ]}
      />
      {may('twofactor:read') && (
        <div class="id-actions">
          <a class="button" href={`${pathTo('/twofactor/users')}?application=${id}`}>
            {text('toUsers')}
          </a>
          {may('twofactor:write') && disabledAt === null && (
            <a class="button" href={`${pathTo('/twofactor/bench')}?application=${id}`}>
              {text('toBench')}
            </a>
          )}
        </div>
      )}
    </>
  )
}

type SettingsFormProps = { of: Application; onSaved: (application: Application) => void }

function SettingsForm({ of: application, onSaved }: SettingsFormProps) {
  const work = useWork()
  const [name, setName] = useState(application.name)
  const [entries, setEntries] = useState(() => entriesOf(application.settings))
  const save = () =>
    work.run(async () => {
      const params = { applicationId: application.id }
      const known = { name: application.name, settings: settingsOf(entriesOf(application.settings)) }
      const body = mergePatchOf(known, { name, settings: settingsOf(entries) })
      if (Object.keys(body).length > 0)
        onSaved((await consoleServer.updateApplication({ params, body })).body)
      showToast(text('saved'))
    })
  return (
    <Form class="id-form" onSubmit={save}>
      <NameInput help={text('applicationNameHelp')} work={work} value={name} onChange={setName} />
      <SettingFields entries={entries} work={work} onChange={setEntries} />
      <Failure work={work} />
      <Button look="primary" type="submit" disabled={work.isBusy}>
        {uiText('save')}
      </Button>
    </Form>
  )
}
