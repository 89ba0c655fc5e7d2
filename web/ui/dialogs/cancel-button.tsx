import { useState } from 'preact/hooks'
import { Button } from '../button.tsx'
import { uiText } from '../texts.ts'
import { AskToDiscard } from './dialog.tsx'

/** Leaves a form on a page, but asks before it discards what was typed. */
export function CancelButton({ isDirty, onCancel }: { isDirty: boolean; onCancel: () => void }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button look="quiet" onClick={() => (isDirty ? setAsked(true) : onCancel())}>
        {uiText('cancel')}
      </Button>
      {isAsked && <AskToDiscard onYes={onCancel} onClose={() => setAsked(false)} />}
    </>
  )
}
