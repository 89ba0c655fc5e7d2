import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { openLink } from '../base/link.ts'
import { pathTo } from '../base/place.ts'
import { text } from '../base/texts.ts'
import { QrCode } from './base/qr-code.tsx'

/** Explains how to set up another device, and how this one can revoke its key. */
export function SecondDevice() {
  const [brought, setBrought] = useState('')
  const [failure, setFailure] = useState<string>()
  const address = location.origin + pathTo('/')
  return (
    <>
      <ol class="steps">
        <li>
          {text('deviceStepOpen')} <bdi>{address}</bdi>
          <QrCode text={address} label={address} />
        </li>
        <li>{text('deviceStepMake')}</li>
        <li>{text('deviceStepShow')}</li>
      </ol>
      <Form onSubmit={() => setFailure(openLink(brought) ? undefined : text('deviceNoLink'))}>
        <TextInput
          label={text('identityPairLink')}
          help={text('deviceLinkHelp')}
          error={failure}
          spellcheck={false}
          value={brought}
          onChange={setBrought}
        />
        <Button type="submit" disabled={brought.trim() === ''}>
          {text('deviceAdd')}
        </Button>
      </Form>
    </>
  )
}
