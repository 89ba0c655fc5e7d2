import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { showToast } from '../../ui/toast.tsx'
import { pathTo, readPlace } from './place.ts'
import { consoleServer } from './services.ts'
import { me } from './session.ts'
import { missing, organisationId } from './session-state.ts'
import { text } from './texts.ts'

/** Pages about one record: the start of their address, and the parameter with its id. */
const owned = [
  { begins: '/events/:eventId', kind: 'event', name: 'eventId' },
  { begins: '/contacts/:listId', kind: 'contact-list', name: 'listId' },
  { begins: '/tasks/:id', kind: 'task', name: 'id' },
  { begins: '/webhooks/:id', kind: 'webhook', name: 'id' },
  { begins: '/applications/:applicationId', kind: 'application', name: 'applicationId' },
  { begins: '/twofactor/users/:applicationId', kind: 'application', name: 'applicationId' },
] as const

/**
 * A link without an organisation may lead to a record of another one than the selected. If something on the page is not
 * found, the server is asked once which organisation owns the record, and the console goes to the record's address.
 */
export function useOwner(path: string, props: Readonly<Record<string, unknown>>): void {
  const { path: here, route } = useLocation()
  const atStart = useRef(missing.peek())
  const isAsked = useRef(false)
  const isMissing = missing.value > atStart.current
  useEffect(() => {
    const organisations = me.peek()?.organisations ?? []
    const place = owned.find(({ begins }) => path.startsWith(begins))
    if (!isMissing || isAsked.current || place === undefined || organisations.length < 2) return
    isAsked.current = true
    const params = { kind: place.kind, recordId: String(props[place.name]) }
    consoleServer.findOwner({ params }).then(
      ({ body }) => {
        const owner = organisations.find(({ id }) => id === body.organisationId)
        if (owner === undefined || owner.id === organisationId.peek()) return
        route(pathTo(readPlace(here).path, owner.id) + location.search, true)
        showToast(text('organisationChanged', { name: owner.name }))
      },
      // The record does not exist, or there is no network: the page says so.
      () => undefined,
    )
  }, [isMissing])
}
