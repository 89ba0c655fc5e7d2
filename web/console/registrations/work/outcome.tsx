import { codeText } from '../failure.ts'
import { text } from '../texts.ts'

type Refusal = { id: string; confirmationNumber: string | null; code: string; detail: string }
type Tally = { done: number; already: number; refused: number; refusals: readonly Refusal[] }

function isTally(result: unknown): result is Tally {
  return typeof result === 'object' && result !== null && 'refusals' in result
}

/** How many of each, and why those that were refused were. */
export function Outcome({ result }: { result: unknown }) {
  if (!isTally(result)) return null
  return (
    <>
      <ul class="tally">
        <li>{text('tallyDone', { count: result.done })}</li>
        <li>{text('tallyAlready', { count: result.already })}</li>
        <li>{text('tallyRefused', { count: result.refused })}</li>
      </ul>
      {result.refusals.length > 0 && (
        <details>
          <summary>{text('tallyReasons')}</summary>
          <ul class="refusals">
            {result.refusals.slice(0, 100).map(({ id, confirmationNumber, code, detail }) => (
              <li key={id}>
                <code>{confirmationNumber ?? id}</code> {codeText(code, detail)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
