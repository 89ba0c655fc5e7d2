import { Button } from '../../ui/button.tsx'
import { uiText } from '../../ui/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { pathTo } from './place.ts'
import { chooseOrganisation, me, signOut } from './session.ts'
import { organisationId } from './session-state.ts'
import { text } from './texts.ts'

/** Switches the organisation, for operators who have several. */
export function OrganisationSwitch() {
  const organisations = me.value?.organisations ?? []
  if (organisations.length < 2) return null
  return (
    <select
      class="input organisation"
      aria-label={text('organisation')}
      value={organisationId.value ?? ''}
      onChange={(event) => chooseOrganisation(event.currentTarget.value)}
    >
      {organisations.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

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
