import { usePolled } from '../../ui/offline/poll.ts'
import { consoleServer } from '../base/services.ts'
import { may, me } from '../base/session.ts'
import { organisationId } from '../base/session-state.ts'
import { type Step, stepsOf } from './steps.ts'

const EVERY_MS = 10_000

/** The selected organisation. */
export function selectedOrganisation(): { id: string; name: string } | undefined {
  return me.value?.organisations.find(({ id }) => id === organisationId.value)
}

/** The steps that the operator may do; undefined until the server has answered. */
export function useSteps(): readonly Step[] | undefined {
  const { value } = usePolled(
    'start',
    EVERY_MS,
    async (signal) => (await consoleServer.getStart({ signal })).body,
  )
  if (value === undefined) return undefined
  return stepsOf(value, selectedOrganisation()?.name).filter(
    ({ scope, everywhere }) => scope === undefined || may(scope, everywhere),
  )
}
