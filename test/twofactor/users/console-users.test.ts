import { describe, expect, it } from 'vitest'
import { identityConsole } from '../../console/identity.ts'
import { refusalOf } from '../../console/wire.ts'
import { onEachApp } from '../../harness.ts'
import { actionsIn, rowsOf } from '../../platform/accounts/rows.ts'
import { clientOf, codeTo, newPhone, type TwofactorClient } from '../client.ts'
import { askApproval, newUserWithDevice } from '../device.ts'

onEachApp('two-factor in the console', (running) => {
  async function newApplication(operator: Parameters<typeof identityConsole>[1] = {}) {
    const console = await identityConsole(running(), operator)
    const { body } = await console.keys.createApplication({ body: { name: 'Shop' } })
    return {
      ...console,
      applicationId: body.application.id,
      client: clientOf(running().url, body.secret),
    }
  }
  const fail = async (client: TwofactorClient, id: number, times: number) => {
    for (let n = 0; n < times; n++) await client.get(`/protected/json/verify/0000000/${id}`)
  }

  describe('users', () => {
    it('are listed page by page, the newest first, with masked numbers', async () => {
      const { twofactor, applicationId, client } = await newApplication()
      const phones = [newPhone(), newPhone(), newPhone()]
      const ids: number[] = []
      for (const phone of phones) ids.unshift(await client.enrol(phone))
      const params = { applicationId }
      const first = await twofactor.listUsers({ params, query: { limit: 2 } })
      expect(first.body.data.map(({ number }) => number)).toEqual(ids.slice(0, 2))
      const rest = await twofactor.listUsers({
        params,
        query: { limit: 2, cursor: first.body.nextCursor ?? '' },
      })
      expect(rest.body.data.map(({ number }) => number)).toEqual(ids.slice(2))
      expect(rest.body.nextCursor).toBeNull()
      const text = JSON.stringify([first.body, rest.body])
      for (const { number, e164 } of phones) {
        expect(text).not.toContain(number)
        expect(text).not.toContain(e164)
      }
      expect(text).not.toContain('ada@example.org')
      expect(first.body.data[0]).toMatchObject({ state: 'open', email: 'a…@example.org', confirmed: false })
    })

    it('are found by their number and by a whole phone number, in whatever spelling', async () => {
      const { twofactor, applicationId, client } = await newApplication()
      const phone = newPhone()
      const id = await client.enrol(phone)
      const find = async (search: string) =>
        (await twofactor.findUsers({ params: { applicationId }, body: { search } })).body.data.map(
          ({ number }) => number,
        )
      expect(await find(String(id))).toEqual([id])
      expect(await find(phone.e164)).toEqual([id])
      expect(await find(` +1 (${phone.number.slice(0, 3)}) ${phone.number.slice(3)} `)).toEqual([id])
      expect(await find(newPhone().e164)).toEqual([])
      expect(await refusalOf(find('ada@example.org'))).toEqual([422, 'invalid'])
      expect(running().logLines.join('\n')).not.toContain(phone.number)
    })

    it('who are locked out are found, unlocked by an operator, and that is in the audit trail', async () => {
      const { twofactor, applicationId, client, id: operator } = await newApplication()
      const id = await client.enrol()
      await client.enrol()
      await fail(client, id, 10)
      const params = { applicationId }
      const locked = await twofactor.listUsers({ params, query: { locked: 'yes' } })
      expect(locked.body.data).toMatchObject([{ number: id, state: 'locked', failures: 10 }])
      expect(locked.body.data[0]?.lockedUntil).not.toBeNull()
      const { body } = await twofactor.unlockUser({ params: { applicationId, number: id } })
      expect(body).toMatchObject({ state: 'open', failures: 0, lockedUntil: null })
      expect((await twofactor.listUsers({ params, query: { locked: 'yes' } })).body.data).toEqual([])
      const entries = await rowsOf(running().app.context.database, 'audit_entries')
      expect(entries.filter(({ action }) => action === 'twofactor-user.unlock')).toMatchObject([
        { actor: `operator:${operator}` },
      ])
    })

    it('show their devices', async () => {
      const { twofactor, applicationId, client } = await newApplication()
      const { id } = await newUserWithDevice(running(), client)
      const { body } = await twofactor.getUser({ params: { applicationId, number: id } })
      expect(body.devices).toMatchObject([{ name: 'Phone', kind: 'android' }])
      expect(body.otherApp).toBe(false)
      await client.post(`/protected/json/users/${id}/secret`)
      expect((await twofactor.getUser({ params: { applicationId, number: id } })).body.otherApp).toBe(true)
    })

    it('are removed for good, by whom the audit trail says', async () => {
      const { twofactor, applicationId, client, id: operator } = await newApplication()
      const id = await client.enrol()
      const params = { applicationId, number: id }
      expect((await twofactor.removeUser({ params })).status).toBe(204)
      expect((await client.get(`/protected/json/users/${id}/status`)).status).toBe(404)
      expect(await refusalOf(twofactor.getUser({ params }))).toEqual([404, 'not-found'])
      expect(await refusalOf(twofactor.removeUser({ params }))).toEqual([404, 'not-found'])
      const entries = await rowsOf(running().app.context.database, 'audit_entries')
      expect(entries.filter(({ action }) => action === 'twofactor-user.remove')).toMatchObject([
        { actor: `operator:${operator}` },
      ])
    })
  })

  describe('sends', () => {
    it('say what was sent when by which channel and what became of it: neither text nor code', async () => {
      const { twofactor, applicationId, client } = await newApplication()
      const phone = newPhone()
      const id = await client.enrol(phone)
      await client.get(`/protected/json/sms/${id}`)
      const code = await codeTo(running(), phone.e164)
      await client.get(`/protected/json/call/${id}`)
      await client.post(`/protected/json/email/${id}`)
      const form = { phone_number: newPhone().number, country_code: '1', via: 'sms' }
      await client.post('/protected/json/phones/verification/start', { form })
      await running().app.background.drain()
      const params = { applicationId }
      const { body } = await twofactor.listSends({ params })
      expect(body.data.map(({ channel, user, purpose }) => [channel, user, purpose])).toEqual([
        ['sms', null, 'twofactor.verification'],
        ['email', id, 'twofactor.code'],
        ['voice', id, 'twofactor.code'],
        ['sms', id, 'twofactor.code'],
      ])
      expect(body.data[3]).toMatchObject({
        outcome: 'sent',
        to: `+1-XXX-XXX-XX${phone.number.slice(-2)}`,
        attempts: 1,
      })
      expect(body.data[1]).toMatchObject({ outcome: 'sent', to: 'a…@example.org' })
      const ofUser = await twofactor.listSends({ params, query: { user: id, limit: 2 } })
      expect(ofUser.body.data.map(({ channel }) => channel)).toEqual(['email', 'voice'])
      const rest = await twofactor.listSends({
        params,
        query: { user: id, limit: 2, cursor: ofUser.body.nextCursor ?? '' },
      })
      expect(rest.body.data.map(({ channel }) => channel)).toEqual(['sms'])
      const text = JSON.stringify([body, ofUser.body, rest.body])
      expect(text).not.toContain(code)
      expect(text).not.toContain(phone.number)
    })

    it('to a user who was removed name nobody', async () => {
      const { twofactor, applicationId, client } = await newApplication()
      const id = await client.enrol()
      await client.get(`/protected/json/sms/${id}`)
      await twofactor.removeUser({ params: { applicationId, number: id } })
      const { body } = await twofactor.listSends({ params: { applicationId } })
      expect(body.data).toMatchObject([{ to: null, user: null, channel: 'sms' }])
    })
  })

  describe('approvals', () => {
    it('are listed by status, the newest first, and one shows what the user was shown', async () => {
      const { twofactor, applicationId, client } = await newApplication()
      const { id, device } = await newUserWithDevice(running(), client)
      const details = { Account: '<script>alert(1)</script>', Amount: '5 EUR' }
      const hidden_details = { ip: '192.0.2.77' }
      const first = await askApproval(client, id, { message: 'Pay?', details, hidden_details })
      const second = await askApproval(client, id, { message: 'Log in?', seconds_to_expire: 60 })
      const third = await askApproval(client, id, { message: 'Again?' })
      await device.answer(first.uuid, { status: 'approved' })
      running().clock.advance(61_000)
      const params = { applicationId }
      const all = await twofactor.listApprovals({ params })
      expect(all.body.data.map((one) => [one.id, one.status, one.user])).toEqual([
        [third.uuid, 'pending', id],
        [second.uuid, 'expired', id],
        [first.uuid, 'approved', id],
      ])
      const approved = await twofactor.listApprovals({ params, query: { status: 'approved' } })
      expect(approved.body.data.map((one) => one.id)).toEqual([first.uuid])
      const page = await twofactor.listApprovals({ params, query: { limit: 1 } })
      const next = await twofactor.listApprovals({
        params,
        query: { limit: 1, cursor: page.body.nextCursor ?? '' },
      })
      expect(next.body.data.map((one) => one.id)).toEqual([second.uuid])
      const one = await twofactor.getApproval({ params: { applicationId, approvalId: first.uuid } })
      expect(one.body).toMatchObject({
        message: 'Pay?',
        details: [
          { name: 'Account', value: details.Account },
          { name: 'Amount', value: '5 EUR' },
        ],
        hiddenDetails: 1,
        device: 'Phone',
      })
      expect(JSON.stringify(one.body)).not.toContain('192.0.2.77')
    })
  })

  describe('an operator', () => {
    it('of another organisation, or about an application that is unknown, finds nothing', async () => {
      const theirs = await newApplication()
      const id = await theirs.client.enrol()
      const { twofactor } = await identityConsole(running(), { organisation: 'Elsewhere' })
      for (const applicationId of [theirs.applicationId, 'unknown']) {
        const params = { applicationId }
        const user = { applicationId, number: id }
        const calls = [
          twofactor.listUsers({ params }),
          twofactor.findUsers({ params, body: { search: String(id) } }),
          twofactor.getUser({ params: user }),
          twofactor.unlockUser({ params: user }),
          twofactor.removeUser({ params: user }),
          twofactor.listSends({ params }),
          twofactor.listApprovals({ params }),
          twofactor.getApproval({ params: { applicationId, approvalId: 'x' } }),
          twofactor.getStatistics({ params }),
          twofactor.benchEnrol({ params, body: { phone: newPhone().e164 } }),
          twofactor.benchSend({ params: user, body: { channel: 'sms' } }),
          twofactor.benchVerify({ params: user, body: { token: '1234567' } }),
          twofactor.benchSecret({ params: user }),
        ]
        for (const refusal of await Promise.all(calls.map(refusalOf)))
          expect(refusal).toEqual([404, 'not-found'])
      }
      expect((await theirs.client.get(`/protected/json/users/${id}/status`)).status).toBe(200)
    })

    it('does what the role allows', async () => {
      const { applicationId, client } = await newApplication()
      const id = await client.enrol()
      const params = { applicationId, number: id }
      const reader = (await identityConsole(running(), { role: 'read-only' })).twofactor
      const support = (await identityConsole(running(), { role: 'support' })).twofactor
      const organiser = (await identityConsole(running(), { role: 'organiser' })).twofactor
      expect((await reader.getUser({ params })).status).toBe(200)
      expect((await support.unlockUser({ params })).status).toBe(200)
      const refusals = await Promise.all(
        [
          organiser.getUser({ params }),
          reader.unlockUser({ params }),
          reader.removeUser({ params }),
          reader.benchSend({ params, body: { channel: 'sms' } }),
          reader.benchMessage({ params, query: { channel: 'sms', since: '2026-01-01T00:00:00Z' } }),
          support.benchMessage({ params, query: { channel: 'sms', since: '2026-01-01T00:00:00Z' } }),
          support.benchSecret({ params }),
          support.setQuota({ body: { quota: 1 } }),
        ].map(refusalOf),
      )
      for (const refusal of refusals) expect(refusal).toEqual([403, 'forbidden'])
      expect(await actionsIn(running().app.context.database)).not.toContain('organisation.quota')
    })
  })
})
