import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { describeInBrowser } from '../chromium.ts'
import { makeEvent } from '../many-registrations.ts'
import { openConsole } from '../operator.ts'

const eventOf = (code: string, event: object = {}) => ({
  code,
  title: 'Keys and Badges',
  format: 'in-person',
  status: 'published',
  start: '2031-05-06T09:00:00+02:00',
  end: '2031-05-07T18:00:00+02:00',
  timezone: 'Europe/Berlin',
  ...event,
})
const person = (name: string) => ({
  firstName: name,
  lastName: 'Example',
  email: `${name.toLowerCase()}@example.org`,
})

/** Makes a group with one option; the dialog closes once attendees are offered it. */
async function addGroup(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New option group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Group name').fill(name)
  await dialog.getByLabel(/^Name/).fill('Large')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(name, { exact: true }).first().waitFor()
}

describeInBrowser('what organisers are told', (running) => {
  const open = async (path: string, rest: object = {}) => openConsole(running(), { path, ...rest })

  it('approves many as the dialog says, and counts where everyone went', async () => {
    const { eventId, register } = await makeEvent(running(), {
      event: eventOf('BULK', { approvalRequired: true, capacity: 1, waitlistEnabled: true }),
    })
    for (const name of ['Ada', 'Alan', 'Grace']) await register({ registrant: person(name) })
    const { page, complaints } = await open(`/events/${eventId}/registrations`)
    await page.getByText('ada@example.org').waitFor()
    await page.getByLabel('Select all matching registrations').check()
    await page.getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The event has 1 free place.', { exact: false }).waitFor()
    await dialog.getByText('the rest join the waiting list', { exact: false }).waitFor()
    await dialog
      .getByText('People who registered on the public page get an e-mail.', { exact: false })
      .waitFor()
    await dialog.getByRole('button', { name: 'Approve' }).click()
    const note = page.getByRole('region', { name: 'Background tasks' })
    await note.getByText('1 confirmed', { exact: true }).waitFor()
    await note.getByText('2 on the waiting list', { exact: true }).waitFor()
    await page.getByText('2 on the waiting list', { exact: false }).first().waitFor()
    expect(complaints).toEqual([])
  })

  it('says why some were refused, and that such work is not simply done', async () => {
    const { eventId, register } = await makeEvent(running(), { event: eventOf('REFUSED') })
    await register({ registrant: person('Ada') })
    const { page } = await open(`/events/${eventId}/registrations`)
    await page.getByText('ada@example.org').waitFor()
    await page.getByLabel('Select all matching registrations').check()
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    const note = page.getByRole('region', { name: 'Background tasks' })
    await note.getByText('1 refused', { exact: true }).waitFor()
    await note.getByText('1 × Its status has changed since', { exact: false }).waitFor()
    await page.goto(`${running().url}/console/tasks`)
    await page.locator('.badge.warn', { hasText: 'Done, 1 refused' }).first().waitFor()
  })

  it('knows every session of a large programme', async () => {
    const sessions = Array.from({ length: 201 }, (_none, index) => ({
      code: `S${index}`,
      title: index === 200 ? 'Farewell' : `Talk ${index}`,
      start: index === 200 ? '2031-05-07T16:00:00+02:00' : '2031-05-06T10:00:00+02:00',
      end: index === 200 ? '2031-05-07T17:00:00+02:00' : '2031-05-06T11:00:00+02:00',
      included: index === 200,
    }))
    const { eventId, register } = await makeEvent(running(), { event: eventOf('LARGE'), sessions })
    const { id } = await register({ registrant: person('Ada') })
    const { page } = await open(`/events/${eventId}/registrations/${id}`)
    await page.getByText('Farewell').waitFor()
    expect(await page.getByText('deleted session').count()).toBe(0)
  })

  it('offers a new group of options to attendees, and says where one is not offered', async () => {
    const { eventId } = await makeEvent(running(), {
      event: eventOf('OFFERED'),
      optionGroups: [
        { ref: 'lunch', name: 'Lunch', options: [{ name: 'Soup' }] },
        { ref: 'dinner', name: 'Dinner', options: [{ name: 'Fish' }] },
      ],
      form: { sections: [], optionGroupIds: ['lunch'] },
    })
    const { page, complaints } = await open(`/events/${eventId}/options`)
    const unseen = page.getByText('Attendees do not see this group yet')
    await unseen.waitFor()
    await addGroup(page, 'T-shirt')
    await expect.poll(() => unseen.count()).toBe(1)
    await page.goto(`${running().url}/console/events/${eventId}`)
    await page.getByText('Some options are not offered on any form').waitFor()
    await page.goto(`${running().url}/e/OFFERED`)
    await page.getByText('T-shirt').waitFor()
    expect(await page.getByText('Dinner').count()).toBe(0)
    await page.goto(`${running().url}/console/events/${eventId}/options`)
    await page.getByRole('button', { name: 'Offer' }).click()
    await expect.poll(() => unseen.count()).toBe(0)
    await page.goto(`${running().url}/e/OFFERED`)
    await page.getByText('Dinner').waitFor()
    expect(complaints).toEqual([])
  })

  it('leaves a form that names no groups as it is: it offers all of them', async () => {
    const { eventId } = await makeEvent(running(), {
      event: eventOf('ALL-OFFERED'),
      optionGroups: [{ name: 'Dinner', options: [{ name: 'Fish' }] }],
      form: { sections: [], optionGroupIds: [] },
    })
    const { page, complaints } = await open(`/events/${eventId}/options`)
    await page.getByText('Dinner', { exact: true }).first().waitFor()
    await addGroup(page, 'T-shirt')
    expect(await page.getByText('Attendees do not see this group yet').count()).toBe(0)
    await page.goto(`${running().url}/e/ALL-OFFERED`)
    await page.getByText('T-shirt').first().waitFor()
    await page.getByText('Dinner').first().waitFor()
    expect(complaints).toEqual([])
  })

  it('sends the one field that was changed, and no other', async () => {
    const { eventId, register } = await makeEvent(running(), {
      event: eventOf('ONE-FIELD'),
      form: {
        sections: [
          {
            title: 'More',
            fields: [
              { name: 'access', label: 'Step-free access', type: 'boolean' },
              {
                name: 'interests',
                label: 'Interests',
                type: 'multiselect',
                choices: [{ value: 'art', label: 'Art' }],
              },
            ],
          },
        ],
      },
    })
    const { id } = await register({ registrant: person('Ada'), answers: { interests: [] } })
    const { page } = await open(`/events/${eventId}/registrations/${id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Company').fill('Example Ltd')
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.method() === 'PATCH'),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ])
    expect(request.postDataJSON()).toEqual({ registrant: { company: 'Example Ltd' } })
    await page.getByText('Saved.').waitFor()
  })

  it('gives the address of a draft without a link that leads nowhere, and shows its page in a preview', async () => {
    const { eventId } = await makeEvent(running(), { event: eventOf('DRAFT', { status: 'draft' }) })
    const { page } = await open(`/events/${eventId}`)
    await page.getByText('visible once published').waitFor()
    expect(await page.getByRole('link', { name: '/e/DRAFT' }).count()).toBe(0)
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = await opened
    await preview.getByText('This is a preview').waitFor()
    await preview.getByLabel('First name').fill('Ada')
    await preview.getByLabel('Last name').fill('Example')
    await preview.getByLabel('E-mail').fill('ada@example.org')
    await preview.getByRole('button', { name: 'Register', exact: true }).click()
    await preview.getByText('no one was registered').waitFor()
  })

  describe('about several organisations', () => {
    it('opens a link to a record of another one than is chosen', async () => {
      const { eventId } = await makeEvent(running(), { event: eventOf('ELSEWHERE') }, 'Elsewhere')
      const { page } = await open('/events')
      const chosen = page.getByLabel('Organisation')
      await chosen.selectOption({ label: 'Default' })
      await page.goto(`${running().url}/console/events/${eventId}/registrations`)
      await page.getByText('No registrations yet').waitFor()
      expect(await chosen.locator('option:checked').innerText()).toBe('Elsewhere')
    })

    it('tells nothing to an operator of one of them, in their language', async () => {
      const { eventId } = await makeEvent(running(), { event: eventOf('HIDDEN') }, 'Elsewhere')
      const rest = { organisation: 'Default', options: { locale: 'de-DE' } }
      const seen: string[] = []
      for (const id of [eventId, '019a0000-0000-7000-8000-000000000000']) {
        const { page } = await open(`/events/${id}`, rest)
        await page.getByText('Das konnte nicht geladen werden').waitFor()
        seen.push(await page.locator('main').innerText())
      }
      expect(seen[0]).toBe(seen[1])
      expect(seen[0]).toContain('Das gibt es nicht, oder es wurde gelöscht.')
    })

    it('leads from what needs attention to those who wait, wherever they are', async () => {
      const { register } = await makeEvent(
        running(),
        { event: eventOf('ATTENTION', { title: 'Approve me', approvalRequired: true }) },
        'Elsewhere',
      )
      await register({ registrant: person('Ada') })
      const { page } = await open('/')
      await page.getByLabel('Organisation').selectOption({ label: 'Default' })
      await page.getByRole('link', { name: '1 registration awaiting approval: ' }).click()
      await page.getByText('ada@example.org').waitFor()
      await page.getByText('1 registration', { exact: true }).waitFor()
      expect(new URL(page.url()).searchParams.get('view')).not.toBeNull()
    })
  })
})
