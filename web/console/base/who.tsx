import { Button } from '../../ui/button.tsx'
import { uiText } from '../../ui/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { pathTo } from './place.ts'
import { me, signOut } from './session.ts'
import { text } from './texts.ts'

/** Shows who is signed in, with the sign-out. */
export function Account() {
  const who = me.value
  if (who === undefined) return null
  const leave = () => void signOut().catch(() => showToast(uiText('failed')))
  return (
    <div class="who">
      <a href={pathTo('/account')}>
        <span class="visually-hidden">{text('account')}: </span>
        <bdi>{who.name ?? who.email}</bdi>
      </a>
      <Button look="quiet" size="small" onClick={leave}>
        {text('signOut')}
      </Button>
    </div>
  )
}
