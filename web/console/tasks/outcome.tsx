import { formatNumber } from '../../ui/texts/fill.ts'
import { locale } from '../../ui/texts/i18n.ts'
import { codeText } from '../registrations/base/failure.ts'
import { text } from '../registrations/base/texts.ts'

type Refusal = { id: string; confirmationNumber: string | null; code: string }
type Tally = Partial<Record<keyof typeof counts, number>> & {
  reasons?: Readonly<Record<string, number>>
  refusals: readonly Refusal[]
}

/** `done` and `already` come from tasks that an earlier release ran. */
const counts = {
  confirmed: 'tallyConfirmed',
  waitlisted: 'tallyWaitlisted',
  declined: 'tallyDeclined',
  cancelled: 'tallyCancelled',
  done: 'tallyDone',
  unchanged: 'tallyUnchanged',
  already: 'tallyUnchanged',
  refused: 'tallyRefused',
} as const

function isTally(result: unknown): result is Tally {
  return typeof result === 'object' && result !== null && 'refusals' in result
}

/** How many ended in each status, and why others were refused. */
export function Outcome({ result }: { result: unknown }) {
  if (!isTally(result)) return null
  const { refusals, reasons = {}, waitlisted = 0 } = result
  const shown = Object.entries(counts).flatMap(([name, key]) => {
    const count = result[name as keyof typeof counts] ?? 0
    // If people were put on the waiting list, zero confirmed is worth showing.
    return count > 0 || (name === 'confirmed' && waitlisted > 0) ? [{ name, key, count }] : []
  })
  return (
    <>
      <ul class="tally">
        {shown.length === 0 && <li>{text('tallyUnchanged', { count: 0 })}</li>}
        {shown.map(({ name, key, count }) => (
          <li key={name}>{text(key, { count })}</li>
        ))}
      </ul>
      {refusals.length > 0 && (
        <>
          <ul class="tally-reasons">
            {Object.entries(reasons).map(([code, count]) => (
              <li key={code}>
                {formatNumber(count, locale.value)} × {codeText(code)}
              </li>
            ))}
          </ul>
          <details>
            <summary>{text('tallyReasons')}</summary>
            <ul class="refusals">
              {refusals.slice(0, 100).map(({ id, confirmationNumber, code }) => (
                <li key={id}>
                  <code>{confirmationNumber ?? id}</code> {codeText(code)}
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
    </>
  )
}
