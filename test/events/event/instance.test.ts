import { expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { createOrganiser } from '../scene.ts'

onEachApp('the instance of a problem', (running) => {
  it('is the path of the request, without its query', async () => {
    const organiser = await createOrganiser(running())
    for (const [method, path, query, status] of [
      ['GET', '/eventdata/events/none', '', 404],
      ['GET', '/eventdata/events', '?pageSize=many', 400],
      ['GET', '/eventdata/nowhere', '?q=grace', 404],
      ['DELETE', '/eventdata/events/none', '?q=grace', 405],
      ['GET', '/registration/api/v1/events/search', '?q=grace', 405],
      ['GET', '/registration/api/v1/events/none/attendees/none', '', 404],
    ] as const) {
      const { body } = await organiser.call(method, path + query)
      expect([path, body.status, body.instance]).toEqual([path, status, path])
    }
  })
})
