import { useLocation } from 'preact-iso'
import { isServerPage, pathTo, readPlace } from './base/place.ts'
import { chooseOrganisation, me } from './base/session.ts'
import { organisationId } from './base/session-state.ts'
import { text } from './base/texts.ts'
import { kindOf } from './kind-of-page.ts'

/** Switches the organisation, for operators who have several. */
export function OrganisationSwitch() {
  const { path: here, route } = useLocation()
  const organisations = me.value?.organisations ?? []
  if (organisations.length < 2) return null
  const choose = (id: string) => {
    const { path } = readPlace(here)
    if (isServerPage(path)) chooseOrganisation(id)
    else route(pathTo(kindOf(path), id))
  }
  return (
    <select
      class="input organisation"
      aria-label={text('organisation')}
      value={organisationId.value ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {organisations.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
