import { Button } from '../../ui/button.tsx'
import { text } from '../base/texts.ts'

type AnswerButtonsProps = { isBusy: boolean; onDeny: () => void }

/** Approve submits the form that the buttons are in. */
export function AnswerButtons({ isBusy, onDeny }: AnswerButtonsProps) {
  return (
    <div class="answer-buttons">
      <Button look="primary" type="submit" disabled={isBusy}>
        {text('requestApprove')}
      </Button>
      <Button disabled={isBusy} onClick={onDeny}>
        {text('requestDeny')}
      </Button>
    </div>
  )
}
