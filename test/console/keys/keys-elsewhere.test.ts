import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../engines.ts'
import { createManualClock } from '../../fakes.ts'
import { type RunningApp, startApps } from '../../harness.ts'
import { clientOf } from '../../twofactor/client.ts'
import { identityConsole } from '../identity.ts'

onEachEngine('an application that is changed at one process', (place) => {
  async function onTwo(work: (here: RunningApp, there: RunningApp) => Promise<void>): Promise<void> {
    const clock = createManualClock()
    const [here, there] = (await startApps(place(), 2, { clock })) as [RunningApp, RunningApp]
    try {
      await work(here, there)
    } finally {
      await Promise.all([here.app.stop(), there.app.stop()])
    }
  }
  const detailsAt = ({ url }: RunningApp, key: string) =>
    clientOf(url, key).get('/protected/json/app/details')
  const untilStatus = async (running: RunningApp, key: string, status: number) => {
    while ((await detailsAt(running, key)).status !== status) await delay(10)
  }

  it('is refused, taken again and called by its new name at the other', async () => {
    await onTwo(async (here, there) => {
      const { keys } = await identityConsole(here)
      const { body } = await keys.createApplication({ body: { name: 'Near and far' } })
      const params = { applicationId: body.application.id }
      expect((await detailsAt(there, body.secret)).status).toBe(200)
      await keys.disableApplication({ params })
      await untilStatus(there, body.secret, 401)
      await keys.enableApplication({ params })
      await untilStatus(there, body.secret, 200)
      await keys.updateApplication({ params, body: { name: 'Renamed' } })
      const nameThere = async () => ((await detailsAt(there, body.secret)).body.app as { name: string }).name
      while ((await nameThere()) !== 'Renamed') await delay(10)
      await keys.rotateKey({ params: { keyId: body.keyId }, body: { overlapSeconds: 0 } })
      await untilStatus(there, body.secret, 401)
    })
  })
})
