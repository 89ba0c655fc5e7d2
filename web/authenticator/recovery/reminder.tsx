import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../base/button-link.tsx'
import { dismissReminder } from './reminder-choice.ts'
import { recoveryText } from './texts.ts'

/** One quiet line on the home page, until a file is saved or the reminder is dismissed. */
export function Reminder() {
  return (
    <aside class="notice install">
      <p>{recoveryText('reminder')}</p>
      <div class="actions">
        <ButtonLink path="/recovery" size="small" label={recoveryText('settingsSave')} />
        <Button look="quiet" size="small" onClick={dismissReminder}>
          {recoveryText('reminderDismiss')}
        </Button>
      </div>
    </aside>
  )
}
