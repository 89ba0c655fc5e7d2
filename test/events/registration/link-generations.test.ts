import { describe, expect, it } from 'vitest'
import { cancelLinked, findLinked } from '../../../src/events/public-page/by-link.ts'
import { linkIn, mailsTo, onEachPage, publicScene, viewIn } from '../public-page.ts'
import type { EventClient } from '../registrations.ts'
import { type Json, newPerson } from '../scene.ts'
import { deafService } from '../service.ts'

const form = {
  sections: [
    {
      title: 'You',
      fields: [
        { name: 'mail', label: 'Mail', type: 'email', personalData: 'email' },
        { name: 'role', label: 'Role', type: 'text' },
      ],
    },
  ],
}

onEachPage('the link and the tickets of a registration', (running) => {
  const { visitor, open, organiser } = publicScene(running, 'HANDS')
  const lastMail = async (address: string) => (await mailsTo(running(), address)).at(-1)
  const linkOf = async (address: string) => linkIn((await lastMail(address))?.text ?? '')
  const tickets = async (event: EventClient, id: string) => {
    const { attendees } = await event.read(id)
    const read = attendees.map(async (attendee) => {
      const { body } = await event.call<{ ticket: string }>('GET', `/attendees/${attendee.id}/ticket`)
      return body.ticket
    })
    return Promise.all(read)
  }
  const scan = async (event: EventClient, ticket: string | undefined) =>
    event.call<Json & { errors?: { code: string }[] }>('POST', '/attendance', { ticket })

  async function handedOver(notify = 'page') {
    const event = await open({ event: { notify }, form })
    const [before, after] = [{ ...newPerson(), phone: '+4930123456' }, newPerson()]
    const made = await event.take({
      registrant: before,
      attendees: [before, newPerson()],
      answers: { role: 'Poet' },
    })
    await organiser().call(
      'POST',
      `/registration/api/v1/events/${event.id}/registrations/${made.id}/withdrawlink`,
    )
    const link = await linkOf(before.email)
    const old = await tickets(event, made.id)
    const { status } = await event.patch(made.id, { registrant: after })
    expect(status).toBe(200)
    return { event, made, before, after, link, old }
  }

  describe('of one whose address changes', () => {
    it('end, and the new address is mailed a link', async () => {
      const { event, made, before, after, link, old } = await handedOver()
      expect((await visitor.get(link)).status).toBe(404)
      for (const action of ['cancel', 'accept', 'change'])
        expect((await visitor.post(`${link}/${action}`, {})).status).toBe(404)
      expect((await visitor.get(`${link}/calendar.ics`)).status).toBe(404)
      const fresh = await linkOf(after.email)
      expect(viewIn((await visitor.get(fresh)).text).page).toBe('registration')
      for (const ticket of old) {
        const { status, body } = await scan(event, ticket)
        expect([status, body.errors?.[0]?.code]).toEqual([422, 'replaced'])
      }
      for (const ticket of await tickets(event, made.id)) expect((await scan(event, ticket)).status).toBe(201)
      const told = await lastMail(before.email)
      expect(told?.subject).toBe('Registration moved to another address: Keys and Badges')
      expect(told?.text).not.toContain(after.email)
      expect(told?.text).not.toContain('/r/')
    })

    it('follow the registrant: the primary attendee is the new person', async () => {
      const { event, made, after } = await handedOver()
      const { attendees, answers } = await event.read(made.id)
      expect(attendees[0]).toMatchObject({ ...after, answers: { mail: after.email, role: 'Poet' } })
      expect(answers).toEqual({ mail: after.email, role: 'Poet' })
      expect(attendees[1]).toMatchObject({ isGuest: true, firstName: 'Grace' })
      const { data } = (
        await event.call<{ data: Json[] }>('POST', '/registrations/search', {
          filter: { field: 'attendee.email', op: 'eq', value: after.email },
        })
      ).body
      expect(data).toMatchObject([{ id: made.id }])
    })

    it('leave an attendee whom somebody else registered as they are', async () => {
      const event = await open()
      const [registrant, guest, other] = [newPerson(), newPerson(), newPerson()]
      const made = await event.take({ registrant, attendees: [guest] })
      await event.patch(made.id, { registrant: { email: other.email } })
      expect((await event.read(made.id)).attendees[0]).toMatchObject(guest)
    })

    it('stay where only the case of the address changes, or nothing of it', async () => {
      const event = await open({ event: { notify: 'everyone' } })
      const registrant = newPerson()
      const made = await event.take({ registrant })
      const link = await linkOf(registrant.email)
      await event.patch(made.id, { registrant: { email: registrant.email.toUpperCase(), lastName: 'New' } })
      expect((await visitor.get(link)).status).toBe(200)
    })

    it.each([
      ['de', 'Anmeldung auf andere Adresse übertragen', 'Ihre Anmeldung'],
      ['fr', 'Inscription transférée à une autre adresse', 'Votre inscription'],
      ['es', 'Inscripción transferida a otra dirección', 'Su inscripción'],
    ])('are told of in %s', async (locale, old, fresh) => {
      const event = await open({ event: { locale } })
      const [before, after] = [newPerson(), newPerson()]
      const made = await event.take({ registrant: before })
      await event.patch(made.id, { registrant: { email: after.email } })
      expect((await lastMail(before.email))?.subject).toContain(old)
      expect((await lastMail(after.email))?.subject).toContain(fresh)
    })

    it('end without a mail where the registration is over', async () => {
      const event = await open()
      const [before, after] = [newPerson(), newPerson()]
      const made = await event.take({ registrant: before })
      await event.call('POST', `/registrations/${made.id}/cancel`)
      await event.patch(made.id, { registrant: { email: after.email } })
      expect(await mailsTo(running(), after.email)).toEqual([])
    })
  })

  describe('that are withdrawn', () => {
    it('end at once, and a new link is mailed', async () => {
      const event = await open({ event: { notify: 'everyone' } })
      const registrant = newPerson()
      const { id } = await event.take({ registrant })
      const link = await linkOf(registrant.email)
      const [old] = await tickets(event, id)
      const token = (await event.call('GET', '/tickets/revoked')).headers.get('x-sync-token')
      expect((await event.call('POST', `/registrations/${id}/withdrawlink`)).status).toBe(204)
      expect((await visitor.get(link)).status).toBe(404)
      expect((await lastMail(registrant.email))?.subject).toBe('Your new link: Keys and Badges')
      expect((await visitor.get(await linkOf(registrant.email))).status).toBe(200)
      expect((await scan(event, old)).status).toBe(422)
      const revoked = `/tickets/revoked?updatedSince=${encodeURIComponent(token ?? '')}`
      await expect
        .poll(async () => (await event.call<{ data: Json[] }>('GET', revoked)).body.data)
        .toMatchObject([{ registrationId: id, validGeneration: 1 }])
      const [fresh] = await tickets(event, id)
      expect((await scan(event, fresh)).status).toBe(201)
      const { data } = (await event.call<{ data: Json[] }>('GET', `/registrations/${id}/history`)).body
      expect(data.map(({ action }) => action)).toContain('link-withdrawn')
    })

    it('do nothing more for somebody who has opened the link before', async () => {
      const event = await open({ event: { notify: 'everyone' } })
      const registrant = newPerson()
      const { id } = await event.take({ registrant })
      const link = await linkOf(registrant.email)
      const service = deafService(running())
      const linked = await findLinked(service, link.slice(link.lastIndexOf('/') + 1))
      expect(linked?.row.id).toBe(id)
      await event.call('POST', `/registrations/${id}/withdrawlink`)
      if (linked === undefined) throw new Error('the link opens before')
      await expect(cancelLinked(service, linked)).rejects.toMatchObject({ code: 'not-found' })
      expect((await event.read(id)).status).toBe('confirmed')
      // The control: a link of the generation that is current does cancel.
      await cancelLinked(service, { ...linked, row: { ...linked.row, link_generation: 1 } })
      expect((await event.read(id)).status).toBe('cancelled')
    })
  })
})
