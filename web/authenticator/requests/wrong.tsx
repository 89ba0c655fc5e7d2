import { useState } from 'preact/hooks'
import type { ScopeJob } from '../../../src/client/device/answers.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { text } from '../base/texts.ts'
import type { Refusing } from './attempt.ts'

type WrongProps = { job: ScopeJob; isBusy: boolean; onRefuse: (refusing: Refusing) => void }

const questions = {
  block: { title: 'requestBlock', note: 'requestBlockNote', yes: 'requestBlockYes' },
  notMe: { title: 'requestNotMe', note: 'requestNotMeNote', yes: 'requestNotMeYes' },
} as const

/** For a request that the user does not want or did not start. */
export function Wrong({ job, isBusy, onRefuse }: WrongProps) {
  const [asked, setAsked] = useState<keyof typeof questions>()
  const question = asked === undefined ? undefined : questions[asked]
  const refuse = () => {
    setAsked(undefined)
    onRefuse({ kind: asked === 'notMe' ? 'not-me' : 'denied', block: true })
  }
  return (
    <section class="wrong">
      <h2>{text('requestWrong')}</h2>
      <div class="wrong-buttons">
        <Button disabled={isBusy} onClick={() => setAsked('notMe')}>
          {text('requestNotMe')}
        </Button>
        {job.app !== null && (
          <Button disabled={isBusy} onClick={() => setAsked('block')}>
            {text('requestBlock')}
          </Button>
        )}
      </div>
      {question !== undefined && (
        <Confirm
          title={text(question.title)}
          yes={job.app === null ? text('requestDeny') : text(question.yes)}
          onYes={refuse}
          onClose={() => setAsked(undefined)}
        >
          {job.app === null ? text('requestNotMeOpenNote') : text(question.note)}
        </Confirm>
      )}
    </section>
  )
}
