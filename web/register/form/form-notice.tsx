import { failureText } from '../base/failure-text.ts'
import { text } from '../base/texts.ts'
import type { FormPageView } from '../base/view.ts'
import type { Shortage } from './shortages.ts'

type FormNoticeProps = {
  failure: FormPageView['failure']
  hasErrors: boolean
  /** What the form was refused for, if it was for want of places. */
  shortages?: readonly Shortage[]
  /** The form changes a registration, which stays as it was if the change is refused. */
  registered?: boolean
}

/** What is wrong with the form as a whole. */
export function FormNotice({ failure, hasErrors, shortages = [], registered = false }: FormNoticeProps) {
  if (failure === null && !hasErrors) return null
  if (failure === 'capacity-full' && shortages.length > 0) return <ShortageNotice shortages={shortages} />
  return (
    <p class={failure === 'preview' ? 'notice' : 'notice bad'} role="alert">
      {failure === null ? text('errorsTitle') : failureText(failure, registered)}
    </p>
  )
}

function ShortageNotice({ shortages }: { shortages: readonly Shortage[] }) {
  return (
    <div class="notice bad" role="alert">
      <p>{text('failureShort')}</p>
      <ul>
        {shortages.map(({ id, name, left, needed }) => (
          <li key={id}>
            <strong>
              <bdi>{name ?? text('shortEvent')}</bdi>
            </strong>
            : {text('shortPlaces', { left: leftText(left), needed: String(needed) })}
          </li>
        ))}
      </ul>
    </div>
  )
}

function leftText(left: number): string {
  return left === 0 ? text('shortNone') : text('placesLeft', { count: left })
}
