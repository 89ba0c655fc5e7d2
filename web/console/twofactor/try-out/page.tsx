import { useState } from 'preact/hooks'
import { useAnswer } from '../../../ui/ask.ts'
import { Await } from '../../../ui/lists/load.tsx'
import type { Application } from '../../applications/key.ts'
import { twofactor } from '../../base/services.ts'
import { may } from '../../base/session.ts'
import { text } from '../../identity/texts.ts'
import { ForApplication, TwofactorFrame } from '../base/frame.tsx'
import { EnrolStep } from './enrol.tsx'
import { SecretStep } from './secret.tsx'
import { SendStep } from './send.tsx'
import type { TryOutUser, Ways } from './try-out.ts'
import { VerifyStep } from './verify.tsx'

export function TryOutPage() {
  return (
    <TwofactorFrame title={text('bench')} lead={text('benchLead')}>
      <ForApplication>
        {(application) =>
          application.disabledAt === null ? (
            <TryOut key={application.id} of={application} />
          ) : (
            <div class="notice warn">{text('benchDisabled')}</div>
          )
        }
      </ForApplication>
    </TwofactorFrame>
  )
}

function TryOut({ of: { id } }: { of: Application }) {
  const { loaded } = useAnswer('bench', (signal) => twofactor.getBench({ signal }))
  return <Await loaded={loaded}>{(ways) => <Steps applicationId={id} ways={ways} />}</Await>
}

function Steps({ applicationId, ways }: { applicationId: string; ways: Ways }) {
  const [user, setUser] = useState<TryOutUser>()
  return (
    <ol class="id-steps">
      <li>
        <EnrolStep applicationId={applicationId} user={user} onUser={setUser} />
      </li>
      {user !== undefined && (
        <>
          <li>
            <SendStep key={user.number} applicationId={applicationId} user={user} ways={ways} />
          </li>
          {may('keys:write') && (
            <li>
              <SecretStep key={user.number} applicationId={applicationId} user={user} />
            </li>
          )}
          <li>
            <VerifyStep key={user.number} applicationId={applicationId} user={user} />
          </li>
        </>
      )}
    </ol>
  )
}
