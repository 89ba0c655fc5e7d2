import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../chromium.ts'
import { makeEvent } from '../many-registrations.ts'
import { openConsole } from '../operator.ts'

const eventOf = (code: string) => ({
  code,
  title: `Event ${code}`,
  format: 'in-person',
  status: 'published',
  start: '2031-05-06T09:00:00+02:00',
  end: '2031-05-07T18:00:00+02:00',
  timezone: 'Europe/Berlin',
})

const placeOf = (page: Page) => new URL(page.url()).pathname
const organisationOf = (page: Page) => /^\/console\/o\/([\w-]+)/.exec(placeOf(page))?.[1] ?? ''
const switchOf = (page: Page) => page.getByLabel('Organisation')
const chosenIn = (page: Page) => switchOf(page).locator('option:checked').innerText()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

describeInBrowser('addresses of the console', (running) => {
  const open = (path: string, rest: object = {}) => openConsole(running(), { path, ...rest })

  it('name the organisation: two tabs show two, and reload and back keep them', async () => {
    const { eventId } = await makeEvent(running(), { event: eventOf('NORTH-1') }, 'North')
    await makeEvent(running(), { event: eventOf('SOUTH-1') }, 'South')
    const { page, context, complaints } = await open('/events')
    await switchOf(page).selectOption({ label: 'North' })
    await page.getByRole('link', { name: 'Event NORTH-1' }).click()
    await heading(page, 'Event NORTH-1').waitFor()
    const north = organisationOf(page)
    expect(placeOf(page)).toBe(`/console/o/${north}/events/${eventId}`)
    const other = await context.newPage()
    await other.goto(page.url())
    await switchOf(other).selectOption({ label: 'South' })
    await other.getByRole('link', { name: 'Event SOUTH-1' }).waitFor()
    expect(organisationOf(other)).not.toBe(north)
    await page.reload()
    await heading(page, 'Event NORTH-1').waitFor()
    expect(await chosenIn(page)).toBe('North')
    await page.getByRole('link', { name: 'Settings' }).click()
    await heading(page, 'Settings').waitFor()
    expect(placeOf(page)).toBe('/console/settings')
    await page.reload()
    await heading(page, 'Settings').waitFor()
    expect(await chosenIn(page)).toBe('North')
    await other.goBack()
    await heading(other, 'Event NORTH-1').waitFor()
    expect(await chosenIn(other)).toBe('North')
    expect(complaints).toEqual([])
  })

  it('without an organisation lead to the address with it, with everything behind the path', async () => {
    const { eventId } = await makeEvent(running(), { event: eventOf('OLD-1') }, 'Old')
    const { page } = await open('/events')
    await switchOf(page).selectOption({ label: 'Default' })
    await page.getByText('No events yet').waitFor()
    await page.goto(`${running().url}/console/events/${eventId}/registrations?status=pending`)
    await page.getByText('Switched to “Old”', { exact: false }).waitFor()
    await heading(page, 'Event OLD-1').waitFor()
    expect(placeOf(page)).toBe(`/console/o/${organisationOf(page)}/events/${eventId}/registrations`)
    await page.goto(`${running().url}/console/o/${organisationOf(page)}/audit`)
    await heading(page, 'Audit trail').waitFor()
    expect(placeOf(page)).toBe('/console/audit')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await heading(page, 'Home').waitFor()
    expect(await chosenIn(page)).toBe('Old')
  })

  it('keep the kind of page when the organisation is switched', async () => {
    const { eventId } = await makeEvent(running(), { event: eventOf('KIND-1') }, 'Kind')
    const { page } = await open('/events')
    for (const [from, to] of [
      [`/events/${eventId}/options`, '/events'],
      ['/events', '/events'],
      ['/twofactor/sends', '/twofactor/sends'],
      ['/contacts', '/contacts'],
      ['/', ''],
    ]) {
      await page.goto(`${running().url}/console${from === '/' ? '' : from}`)
      await page.locator('h1').waitFor()
      await switchOf(page).selectOption({ label: 'Kind' })
      await switchOf(page).selectOption({ label: 'Default' })
      await page.locator('h1').waitFor()
      expect(placeOf(page)).toBe(`/console/o/${organisationOf(page)}${to}`)
      expect(await chosenIn(page)).toBe('Default')
    }
  })

  it('say so if the organisation is closed to the operator, whether it exists or not', async () => {
    await makeEvent(running(), { event: eventOf('CLOSED-1') }, 'Closed')
    const owner = await open('/events')
    await switchOf(owner.page).selectOption({ label: 'Closed' })
    await owner.page.getByRole('link', { name: 'Event CLOSED-1' }).waitFor()
    const closed = organisationOf(owner.page)
    for (const id of [closed, '019a0000-0000-7000-8000-000000000000']) {
      const { page } = await open(`/o/${id}/events`, { organisation: 'Default', role: 'organiser' })
      await heading(page, 'You don’t have access to this organisation').waitFor()
      await page.getByRole('link', { name: 'Go to Home' }).click()
      await heading(page, 'Home').waitFor()
      expect(organisationOf(page)).not.toBe(id)
    }
  })
})

describeInBrowser('the console of somebody new', (running) => {
  it('opens in the first organisation that has an event, and later in the one that was used last', async () => {
    await openConsole(running(), { path: '/' })
    await makeEvent(running(), { event: eventOf('FULL-1') }, 'Full')
    await makeEvent(running(), { event: eventOf('LATER-1') }, 'Later')
    const { page } = await openConsole(running(), { path: '/' })
    await heading(page, 'Home').waitFor()
    expect(await chosenIn(page)).toBe('Full')
    await switchOf(page).selectOption({ label: 'Default' })
    await page.goto(`${running().url}/console`)
    await heading(page, 'Home').waitFor()
    expect(await chosenIn(page)).toBe('Default')
  })
})
