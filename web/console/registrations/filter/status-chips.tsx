import { formatNumber } from '../../../ui/texts/fill.ts'
import { locale } from '../../../ui/texts/i18n.ts'
import type { Status } from '../base/setting.ts'
import { statusText } from '../base/status.ts'
import { text } from '../base/texts.ts'
import { statusIn, withStatus } from './by-status.ts'
import type { Filter } from './draft.ts'

const shown = ['all', 'confirmed', 'pending', 'waitlisted', 'cancelled'] as const

type StatusChipsProps = {
  filter: Filter | undefined
  counts: Partial<Record<Status, number>> | undefined
  onChange: (filter: Filter | undefined) => void
}

/** The most common filter, with one click. Other conditions stay. */
export function StatusChips({ filter, counts, onChange }: StatusChipsProps) {
  const chosen = statusIn(filter)
  return (
    <fieldset class="status-chips">
      <legend class="visually-hidden">{text('chipsLabel')}</legend>
      {shown.map((status) => {
        const count = status === 'all' ? undefined : counts?.[status]
        return (
          <button
            key={status}
            type="button"
            class="chip"
            aria-pressed={status === chosen}
            onClick={() => onChange(withStatus(filter, status))}
          >
            {status === 'all' ? text('chipAll') : statusText(status)}
            {count !== undefined && <span class="chip-count">{formatNumber(count, locale.value)}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}
