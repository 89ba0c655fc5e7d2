import { pathTo } from '../base/place.ts'
import { text } from '../base/texts.ts'

/** Explains what an identity is for. */
export function Ready() {
  return (
    <div class="notice good row">
      <p>{text('identityReady')}</p>
      <a class="button" href={pathTo('/add')}>
        {text('identityScan')}
      </a>
    </div>
  )
}
