import { expect, it } from 'vitest'
import { isInUse, readAsked } from '../../../src/events/manage/in-use.ts'
import { onEachApp } from '../../harness.ts'
import { createEvent, createOrganiser, type Json, newPerson } from '../scene.ts'

type Group = { id: string; options: { id: string }[] }

onEachApp('an option that nobody had asked for', (running) => {
  it('is in use by whoever asked for it since', async () => {
    const organiser = await createOrganiser(running())
    const { id } = await createEvent(running(), organiser, {
      event: { approvalRequired: true },
      optionGroups: [{ name: 'Dinner', options: [{ name: 'Yes' }, { name: 'No' }] }],
    })
    const at = `/registration/api/v1/events/${id}`
    const { body } = await organiser.call<{ data: Group[] }>('GET', `${at}/registrationoptiongroups`)
    const [group] = body.data
    const [yes, no] = group?.options ?? []
    const { context } = running().app
    const asked = await readAsked(context as never, id)
    const made = await organiser.call<Json>('POST', `${at}/registrations`, {
      body: { registrant: newPerson(), options: [{ groupId: group?.id, optionId: yes?.id }] },
    })
    expect(made.body.status).toBe('pending')
    const event = { id, organisation_id: organiser.organisationId } as never
    const isUsed = (option: string | undefined) =>
      context.database.write((tx) => isInUse(tx, { event }, { id: String(option), asked }))
    expect([await isUsed(yes?.id), await isUsed(no?.id)]).toEqual([true, false])
    expect([...(await readAsked(context as never, id)).ids]).toEqual([yes?.id])
  })
})
