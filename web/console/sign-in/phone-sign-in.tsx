import { consoleServer } from '../base/services.ts'
import { loadSession } from '../base/session.ts'
import { tellFailure } from './passkey.ts'
import { AskPhone } from './phone.tsx'

/** Signs in through the issuer. */
export function PhoneSignIn() {
  const read = async (ref: string) => (await consoleServer.signInByPhone({ body: { ref } })).body
  return (
    <AskPhone
      ask={async () => (await consoleServer.askToSignIn({})).body}
      read={read}
      tell={tellFailure}
      onApproved={() => void loadSession()}
    />
  )
}
