import { useRef, useState } from 'preact/hooks'
import type { ScopeJob } from '../../../src/client/device/answers.ts'
import { Page } from '../base/page.tsx'
import { identities } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { Asker, AskerDetails, Message } from '../decision/asker.tsx'
import { TimeLeft } from '../decision/time-left.tsx'
import { AnswerForm } from './answer-form.tsx'
import { IdentityChoice } from './identity-choice.tsx'
import { requests } from './inbox.ts'
import { NoIdentity } from './no-identity.tsx'
import type { Answering } from './use-answer.ts'
import { Wrong } from './wrong.tsx'

type RequestFormProps = { job: ScopeJob; answer: Answering }

/** Shows who asks and for what, with the answer form. */
export function RequestForm({ job, answer }: RequestFormProps) {
  const meant = useMeant(job)
  const [picked, setPicked] = useState<string>()
  const [isMaking, setMaking] = useState(identities.value.length === 0)
  const identity = identities.value.find(({ id }) => id === (meant ?? picked)) ?? identities.value[0]
  return (
    <Page title={text('requestTitle')}>
      <section class="card request-head">
        <Asker app={job.app} />
        <Message words={job.message} />
        <div class="request-foot">
          <AskerDetails app={job.app} />
          <TimeLeft expiresAt={job.expires_at} />
        </div>
      </section>
      {identity === undefined || isMaking ? (
        <NoIdentity onMade={() => setMaking(false)} />
      ) : (
        <>
          <AnswerForm job={job} answer={answer} identity={identity}>
            <IdentityChoice identity={identity} isFixed={meant !== undefined} onPick={setPicked} />
          </AnswerForm>
          <Wrong job={job} isBusy={answer.isBusy} onRefuse={(how) => answer.refuse(identity, how)} />
        </>
      )}
    </Page>
  )
}

/** The identity whose inbox has the request. Remembered, because blocking the application removes it from there. */
function useMeant({ job }: ScopeJob): string | undefined {
  const known = useRef<string>(undefined)
  known.current ??= requests.value.find((waiting) => waiting.job === job)?.holder
  return known.current
}
