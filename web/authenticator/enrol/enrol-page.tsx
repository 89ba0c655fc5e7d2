import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { ButtonLink } from '../base/button-link.tsx'
import { Page } from '../base/page.tsx'
import { text } from '../base/texts.ts'
import { PushSwitch } from '../push/push-switch.tsx'
import { guessDeviceName } from './device-name.ts'
import { type EnrolFailure, enrol, nameEnrolFailure } from './enrol.ts'

const failureTexts = {
  unknown: 'enrolUnknown',
  clock: 'enrolClock',
  wait: 'enrolWait',
  offline: 'enrolOffline',
  failed: 'enrolFailed',
} as const satisfies Record<EnrolFailure, string>

/**
 * Opens an enrolment link of the two-factor service. The link does not say which application it is for, and the service
 * says so only when the device is added; until then the server's host is all that is known.
 */
export function EnrolPage({ code }: { code: string }) {
  const [app, setApp] = useState<string>()
  const { isBusy, failure, run } = useAction(nameEnrolFailure)
  if (app !== undefined) return <Enrolled app={app} />
  return (
    <Page title={text('enrol')}>
      {failure !== 'unknown' && <p>{text('enrolLead', { host: location.host })}</p>}
      <div role="alert">
        {failure !== undefined && <p class="notice bad">{text(failureTexts[failure])}</p>}
      </div>
      {failure === 'unknown' ? (
        <ButtonLink path="/" label={text('toHome')} />
      ) : (
        <EnrolForm isBusy={isBusy} onSubmit={(name) => run(async () => setApp(await enrol(code, name)))} />
      )}
    </Page>
  )
}

function EnrolForm({ isBusy, onSubmit }: { isBusy: boolean; onSubmit: (deviceName: string) => void }) {
  const [name, setName] = useState(() => guessDeviceName(navigator.userAgent))
  return (
    <Form onSubmit={() => onSubmit(name.trim() || guessDeviceName(navigator.userAgent))}>
      <TextInput
        label={text('enrolName')}
        help={text('enrolNameHelp')}
        maxLength={100}
        value={name}
        onChange={setName}
      />
      <Button look="primary" type="submit" disabled={isBusy}>
        {text(isBusy ? 'enrolBusy' : 'enrolStart')}
      </Button>
    </Form>
  )
}

function Enrolled({ app }: { app: string }) {
  return (
    <Page title={text('enrolDone', { app })}>
      <p class="notice good" role="status">
        {text('enrolDoneLead')}
      </p>
      <PushSwitch />
      <div class="actions">
        <ButtonLink path="/codes" look="primary" label={text('enrolToCodes')} />
        <ButtonLink path="/" label={text('toHome')} />
      </div>
    </Page>
  )
}
