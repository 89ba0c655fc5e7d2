import type { ScopeJob } from '../../../src/client/device/answers.ts'
import { ConfirmButton } from '../../ui/dialogs/confirm-button.tsx'
import { text } from '../base/texts.ts'
import type { Refusing } from './attempt.ts'

type WrongProps = { job: ScopeJob; isBusy: boolean; onRefuse: (refusing: Refusing) => void }

/** For a request that the user does not want or did not start. */
export function Wrong({ job, isBusy, onRefuse }: WrongProps) {
  const isOpen = job.app === null
  return (
    <section class="wrong">
      <h2>{text('requestWrong')}</h2>
      <div class="wrong-buttons">
        <ConfirmButton
          disabled={isBusy}
          title={text('requestNotMe')}
          yes={text(isOpen ? 'requestDeny' : 'requestNotMeYes')}
          onYes={() => onRefuse({ kind: 'not-me', block: true })}
        >
          {text(isOpen ? 'requestNotMeOpenNote' : 'requestNotMeNote')}
        </ConfirmButton>
        {!isOpen && (
          <ConfirmButton
            disabled={isBusy}
            title={text('requestBlock')}
            yes={text('requestNotMeYes')}
            onYes={() => onRefuse({ kind: 'denied', block: true })}
          >
            {text('requestBlockNote')}
          </ConfirmButton>
        )}
      </div>
    </section>
  )
}
