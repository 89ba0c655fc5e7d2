import { useLayoutEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { pathTo, readPlace } from './place.ts'
import { chooseOrganisation, mayEnter } from './session.ts'
import { organisationId } from './session-state.ts'

/**
 * Selects the organisation that the address names, and adds the selected one to an address without any. `moving`: the
 * page has to wait, because its requests would be about another organisation than its address. `closed`: the operator
 * has no access to the organisation.
 */
export function usePlace(): 'ready' | 'moving' | 'closed' {
  const { path: here, route } = useLocation()
  const { organisation, path } = readPlace(here)
  const isOpen = organisation === undefined || mayEnter(organisation)
  const wanted = pathTo(path, organisation)
  const isChosen = organisation === undefined || organisation === organisationId.value
  useLayoutEffect(() => {
    if (isOpen && organisation !== undefined) chooseOrganisation(organisation)
  }, [organisation, isOpen, isChosen])
  useLayoutEffect(() => {
    if (isOpen && wanted !== here) route(wanted + location.search + location.hash, true)
  }, [here, isOpen, wanted])
  if (!isOpen) return 'closed'
  return isChosen && wanted === here ? 'ready' : 'moving'
}
