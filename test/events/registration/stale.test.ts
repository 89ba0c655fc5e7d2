import { beforeAll, expect, it } from 'vitest'
import {
  ConfigurationChanged,
  getConfiguration,
  withConfiguration,
} from '../../../src/events/configuration/configuration.ts'
import type { Configuration } from '../../../src/events/configured.ts'
import type { Events } from '../../../src/events/events.ts'
import { register, registerPlanned } from '../../../src/events/registration/register.ts'
import { planInput } from '../../../src/events/registration/registration-plan.ts'
import { onEachApp } from '../../harness.ts'
import { type EventClient, openEvent } from '../registrations.ts'
import { createOrganiser, type Json, newPerson, type Organiser } from '../scene.ts'
import { deafService } from '../service.ts'

onEachApp('a process that has not heard of a change', (running) => {
  let organiser: Organiser
  let deaf: Events
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    deaf = deafService(running())
  })
  const known = (event: EventClient) => getConfiguration(deaf, organiser.organisationId, event.id)
  const registerAs = (configuration: Configuration) =>
    deaf.database.write((tx) => register(tx, deaf, configuration, { registrant: newPerson() }))
  const change = async (event: EventClient, members: Json) =>
    expect((await event.call('PATCH', '', members)).status).toBe(200)

  it.each([false, true])('sells nothing by what it knew (approval asked: %s)', async (approvalRequired) => {
    const event = await openEvent(running(), organiser, { event: { approvalRequired } })
    const before = await known(event)
    await registerAs(before)
    await change(event, { approvalRequired: !approvalRequired })
    await expect(registerAs(before)).rejects.toThrow(ConfigurationChanged)
    expect((await event.call<{ data: Json[] }>('GET', '/registrations')).body.data).toHaveLength(1)
  })

  it('reads the event again and decides by that', async () => {
    const event = await openEvent(running(), organiser)
    const before = await known(event)
    await change(event, { approvalRequired: true })
    expect(await known(event)).toBe(before)
    const named = { organisationId: organiser.organisationId, eventId: event.id }
    expect(await withConfiguration(deaf, named, registerAs)).toMatchObject({ status: 'pending' })
  })

  it('judges again what it had planned by the event as it was', async () => {
    const event = await openEvent(running(), organiser)
    const planned = planInput(await known(event), { registrant: newPerson() })
    const registerIn = (configuration: Configuration) =>
      deaf.database.write((tx) => registerPlanned(tx, deaf, configuration, planned))
    const field = { name: 'diet', label: 'Diet', type: 'text', required: true }
    const form = { sections: [{ title: 'About you', fields: [field] }] }
    expect((await event.call('PUT', '/registrationform', form)).status).toBe(200)
    const named = { organisationId: organiser.organisationId, eventId: event.id }
    await expect(withConfiguration(deaf, named, registerIn)).rejects.toMatchObject({
      errors: [{ pointer: '/answers/diet', code: 'required' }],
    })
  })
})
