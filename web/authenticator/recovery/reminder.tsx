import { Button } from '../../ui/button.tsx'
import { pathTo } from '../base/place.ts'
import { dismissReminder } from './reminder-choice.ts'
import { recoveryText } from './texts.ts'

/** One quiet line on the home page, until a file is saved or the reminder is dismissed. */
export function Reminder() {
  return (
    <aside class="notice install">
      <p>{recoveryText('reminder')}</p>
      <div class="actions">
        <a class="button small" href={pathTo('/recovery')}>
          {recoveryText('settingsSave')}
        </a>
        <Button look="quiet" size="small" onClick={dismissReminder}>
          {recoveryText('reminderDismiss')}
        </Button>
      </div>
    </aside>
  )
}
