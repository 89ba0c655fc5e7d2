import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { newClient, type TwofactorClient } from '../client.ts'
import { askApproval, newUserWithDevice, readApproval, type UserDevice } from '../device.ts'
import { expectTooMany, readUserRow } from '../tokens.ts'

const HOUR_S = 3_600

onEachApp(
  'the guard of tired users',
  (running) => {
    let client: TwofactorClient
    beforeAll(async () => {
      client = await newClient(running())
    })
    const advance = (seconds: number) => running().clock.advance(seconds * 1000)
    const ask = (id: number, json: Record<string, unknown> = {}) =>
      client.post(`/onetouch/json/users/${id}/approval_requests`, { json: { message: 'Log in?', ...json } })
    const answer = async (device: UserDevice, uuid: string, status: string) =>
      expect((await device.answer(uuid, { status })).status).toBe(200)

    it('lets five be pending, and makes room as they are answered or end', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const { uuid } = await askApproval(client, id)
      for (let n = 1; n < 5; n++) await askApproval(client, id, { message: 'x', seconds_to_expire: 60 })
      expectTooMany(await ask(id))
      expectTooMany(await ask(id, { number_match: true, seconds_to_expire: 0 }))
      await answer(device, uuid, 'approved')
      await askApproval(client, id)
      expectTooMany(await ask(id))
      advance(60)
      for (let n = 0; n < 4; n++) await askApproval(client, id)
      expectTooMany(await ask(id))
      const { body } = await device.inbox()
      expect(body.approval_requests).toHaveLength(5)
    })

    it('counts for each user apart', async () => {
      const [one, other] = [
        await newUserWithDevice(running(), client),
        await newUserWithDevice(running(), client),
      ]
      for (let n = 0; n < 5; n++) await askApproval(client, one.id)
      expectTooMany(await ask(one.id))
      await askApproval(client, other.id)
    })

    it('makes the next wait a minute after a denial, doubling to an hour', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const waits: number[] = []
      for (let n = 0; n < 9; n++) {
        const { uuid } = await askApproval(client, id)
        await answer(device, uuid, 'denied')
        const wait = expectTooMany(await ask(id))
        waits.push(wait)
        running().clock.advance(wait * 1000 - 1)
        expect(expectTooMany(await ask(id))).toBe(1)
        running().clock.advance(1)
      }
      expect(waits).toEqual([60, 120, 240, 480, 960, 1920, HOUR_S, HOUR_S, HOUR_S])
      const { uuid } = await askApproval(client, id)
      await answer(device, uuid, 'approved')
      const next = await askApproval(client, id)
      await answer(device, next.uuid, 'denied')
      expect(expectTooMany(await ask(id))).toBe(60)
    })

    it('is lifted by an approval of one that was pending already', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const [one, other] = [await askApproval(client, id), await askApproval(client, id)]
      await answer(device, one.uuid, 'denied')
      expectTooMany(await ask(id))
      await answer(device, other.uuid, 'approved')
      await askApproval(client, id)
    })

    it('counts a wrong number as a denial', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const { uuid, number } = await askApproval(client, id, { message: 'x', number_match: true })
      const wrong = number === '00' ? '01' : '00'
      const { body } = await device.answer(uuid, { status: 'approved', number: wrong })
      expect(body.status).toBe('denied')
      expect(await readApproval(client, uuid)).toMatchObject({ status: 'denied' })
      expect((await device.answer(uuid, { status: 'approved', number })).status).toBe(409)
      expect(expectTooMany(await ask(id))).toBe(60)
    })

    it('counts each of several denials at once', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      const uuids: string[] = []
      for (let n = 0; n < 5; n++) uuids.push((await askApproval(client, id)).uuid)
      await Promise.all(uuids.map((uuid) => answer(device, uuid, 'denied')))
      expect(await readUserRow(running().app.context.database, id)).toMatchObject({ denials: 5 })
      expect(expectTooMany(await ask(id))).toBe(960)
    })

    it('is what holds: without a denial the sixth asks at once when the others are over (the control)', async () => {
      const { id, device } = await newUserWithDevice(running(), client)
      for (let n = 0; n < 12; n++) {
        const { uuid } = await askApproval(client, id)
        await answer(device, uuid, 'approved')
      }
    })
  },
  { settings: { LANYARD_RATE: 'off' } },
)
