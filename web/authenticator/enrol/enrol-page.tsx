import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
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

type State =
  | { readonly kind: 'ready' | 'busy' }
  | { readonly kind: 'done'; readonly app: string }
  | { readonly kind: 'failed'; readonly failure: EnrolFailure }

/**
 * Opens an enrolment link of the two-factor service. The link does not say which application it is for, and the service
 * says so only when the device is added; until then the server's host is all that is known.
 */
export function EnrolPage({ code }: { code: string }) {
  const [state, setState] = useState<State>({ kind: 'ready' })
  const start = async (deviceName: string) => {
    setState({ kind: 'busy' })
    try {
      setState({ kind: 'done', app: await enrol(code, deviceName) })
    } catch (error) {
      setState({ kind: 'failed', failure: nameEnrolFailure(error) })
    }
  }
  if (state.kind === 'done') return <Enrolled app={state.app} />
  const failure = state.kind === 'failed' ? state.failure : undefined
  return (
    <Page title={text('enrol')}>
      {failure !== 'unknown' && <p>{text('enrolLead', { host: location.host })}</p>}
      <div role="alert">
        {failure !== undefined && <p class="notice bad">{text(failureTexts[failure])}</p>}
      </div>
      {failure === 'unknown' ? (
        <a class="button" href={pathTo('/')}>
          {text('toHome')}
        </a>
      ) : (
        <EnrolForm isBusy={state.kind === 'busy'} onSubmit={(name) => void start(name)} />
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
        <a class="button primary" href={pathTo('/codes')}>
          {text('enrolToCodes')}
        </a>
        <a class="button" href={pathTo('/')}>
          {text('toHome')}
        </a>
      </div>
    </Page>
  )
}
