import { Button } from '../../../ui/button.tsx'
import { uiText } from '../../../ui/texts.ts'
import { text } from './texts.ts'

type SaveBarProps = { isDirty: boolean; isBusy: boolean; onDrop: () => void }

/** Stays visible while there are unsaved changes. */
export function SaveBar({ isDirty, isBusy, onDrop }: SaveBarProps) {
  return (
    <div class={isDirty ? 'save-bar dirty' : 'save-bar'}>
      <span role="status">{isDirty ? text('unsaved') : ''}</span>
      <Button look="quiet" disabled={!isDirty || isBusy} onClick={onDrop}>
        {text('discard')}
      </Button>
      <Button look="primary" type="submit" disabled={!isDirty || isBusy}>
        {uiText('save')}
      </Button>
    </div>
  )
}
