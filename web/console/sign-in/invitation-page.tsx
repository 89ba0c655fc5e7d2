import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { useAsked } from '../../ui/ask.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/dialogs/failure-notice.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { isolate } from '../../ui/texts/isolate.ts'
import { front } from '../base/place.ts'
import { roleText } from '../base/role-text.ts'
import { consoleServer } from '../base/services.ts'
import { guessDeviceName } from './device-name.ts'
import { Door } from './door.tsx'
import { findInvitation, type Invitation } from './invitation.ts'
import { findObstacle, makePasskey, tellFailure } from './passkey.ts'
import { text } from './texts.ts'

/** The token from the URL's hash: it is sent to the server only in request bodies. */
const brought = location.hash.slice(1)

/** Creates a passkey for an invited operator. */
export function InvitationPage() {
  const { loaded } = useAsked('invitation', () => findInvitation(brought))
  return (
    <Await loaded={loaded}>
      {(invitation) => (invitation === undefined ? <Spent /> : <Welcome invitation={invitation} />)}
    </Await>
  )
}

function Spent() {
  return (
    <Door title={text('noInvitation')}>
      <p class="lead">{text('noInvitationLead')}</p>
      <a class="button" href={front} data-native>
        {text('toSignIn')}
      </a>
    </Door>
  )
}

function Welcome({ invitation: { email, name, role } }: { invitation: Invitation }) {
  const [passkeyName, setPasskeyName] = useState(guessDeviceName(navigator.userAgent))
  const { isBusy, failure, run } = useAction(tellFailure)
  const obstacle = findObstacle()
  const accept = async () => {
    const { body } = await consoleServer.beginInvitation({ body: { token: brought } })
    const response = await makePasskey(body.options)
    await consoleServer.acceptInvitation({ body: { token: brought, response, passkeyName } })
    location.replace(front)
  }
  return (
    <Door title={text('invitedTitle')}>
      <p class="lead">{text('invitedLead', { role: roleText(role) })}</p>
      {email !== 'owner@localhost' && (
        <p>
          {text('you')} <bdi>{name === undefined ? email : `${isolate(name)}, ${email}`}</bdi>
        </p>
      )}
      <p>{text('passkeyLead')}</p>
      {obstacle !== undefined && <p class="notice warn">{obstacle}</p>}
      <Form onSubmit={() => run(accept)}>
        <TextInput
          label={text('passkeyName')}
          help={text('passkeyHelp')}
          required
          maxLength={200}
          autocomplete="on"
          value={passkeyName}
          onChange={setPasskeyName}
        />
        <Button
          look="primary"
          type="submit"
          disabled={isBusy || obstacle !== undefined || passkeyName.trim() === ''}
        >
          {text('makePasskey')}
        </Button>
      </Form>
      <FailureNotice failure={failure} />
    </Door>
  )
}
