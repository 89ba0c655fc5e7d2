import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectOpenToAll, sizes } from '../barriers.ts'
import { createScene, pictureOf, type Scene } from '../check-in-scene.ts'
import { type BrowserSuite, describeInBrowser } from '../chromium.ts'
import { openConsole } from '../operator.ts'

const HOSTILE = '<img src=x onerror=alert(1)>\u202e=cmd'
const phone = { viewport: { width: 360, height: 740 } }

/** A door of the event, with its list on the device. */
async function openDoor(running: BrowserSuite, { organiser, eventId }: Scene, gate: string) {
  const visit = await openConsole(running, {
    organisation: organiser.organisation,
    role: 'support',
    path: `/events/${eventId}/check-in`,
    options: phone,
  })
  const { page } = visit
  await page.getByLabel('Name of this door').fill(gate)
  await page.getByRole('button', { name: 'Load list' }).click()
  await page.locator('.door-counter').waitFor()
  // Nothing is kept for later before the worker has all of it.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  return visit
}

async function showPicture(page: Page, buffer: Buffer): Promise<void> {
  await page
    .getByLabel('Scan from photo')
    .setInputFiles({ name: 'ticket.png', mimeType: 'image/png', buffer })
}

const said = (page: Page, words: string | RegExp) => page.locator('.verdict').getByText(words).waitFor()

async function type(page: Page, words: string): Promise<void> {
  await page.getByLabel('Name or confirmation number').fill(words)
}

describeInBrowser('check-in at the door', (running) => {
  it('lets in by ticket, by number and by name, and says who is in already', async () => {
    const scene = await createScene(running())
    const ada = await scene.admit('Ada', 'Lovelace')
    const grace = await scene.admit('Grace', HOSTILE)
    const { page, complaints } = await openDoor(running(), scene, 'North')
    await showPicture(page, await pictureOf(page, ada.ticket))
    await said(page, 'Welcome')
    await said(page, 'Ada Lovelace')
    await showPicture(page, await pictureOf(page, ada.ticket))
    await said(page, 'Already checked in')
    await said(page, /^Since .*North/)
    await type(page, String(grace.registration.confirmationNumber).toLowerCase())
    await page.getByRole('list', { name: 'People found' }).getByRole('button').click()
    await said(page, `Grace ${HOSTILE}`)
    expect(await scene.summary()).toMatchObject({ registered: 2, checkedIn: 2 })
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expectOpenToAll(page)
    }
    await page.locator('.verdict').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(scene.summary).toMatchObject({ checkedIn: 1 })
    expect(complaints).toEqual([])
  })

  it('takes the last verdict off the screen when the next person is looked up', async () => {
    const scene = await createScene(running())
    await scene.admit('Ada', 'Lovelace')
    const { page } = await openDoor(running(), scene, 'North')
    await type(page, 'love')
    await page.keyboard.press('Enter')
    await said(page, 'Welcome')
    await type(page, 'nobody of that name')
    await page.locator('.verdict').getByText('Welcome').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.locator('.verdict.bad').getByText('Not on the list').waitFor()
    await page.locator('.verdict.bad').getByText('nobody of that name').waitFor()
    expect(await scene.summary()).toMatchObject({ checkedIn: 1 })
  })

  it('shows who has a name next to the search on a notebook, and asks which of them came', async () => {
    const scene = await createScene(running())
    await scene.admit('Ada', 'Lovelace')
    await scene.admit('Ada', 'Yonath')
    const { page } = await openDoor(running(), scene, 'North')
    await page.setViewportSize({ width: 1_280, height: 800 })
    await type(page, 'ada')
    await page.getByText('Several people match. Choose one.').waitFor()
    const people = page.getByRole('list', { name: 'People found' }).getByRole('button')
    for (const person of await people.all()) {
      const box = await person.boundingBox()
      expect((box?.y ?? 800) + (box?.height ?? 0)).toBeLessThanOrEqual(800)
    }
    await people.first().click()
    await said(page, 'Welcome')
  })

  it('lets in offline by a genuine ticket that is newer than the list, and has the server check it later', async () => {
    const scene = await createScene(running())
    await scene.admit('Ada', 'Lovelace')
    const { page, context } = await openDoor(running(), scene, 'North')
    await context.setOffline(true)
    const late = await scene.admit('Late', 'Comer')
    await type(page, late.ticket)
    await page.keyboard.press('Enter')
    await said(page, 'Welcome')
    await said(page, /not on this device’s list yet/)
    await page.getByText('1 waiting to sync').waitFor()
    await context.setOffline(false)
    await page.getByText('All synced').waitFor()
    expect(await scene.summary()).toMatchObject({ registered: 2, checkedIn: 1 })
  })

  it('shows a counter and nothing but the door on a phone, with a sound and a vibration', async () => {
    const scene = await createScene(running())
    await scene.admit('Ada', 'Lovelace')
    await scene.admit('Grace', 'Hopper')
    const { page } = await openDoor(running(), scene, 'North')
    const counter = page.locator('.door-counter')
    await counter.getByText('0 in / 2', { exact: true }).waitFor()
    for (const part of ['.top', '.side', 'h1 + .lead'])
      expect(await page.locator(part).isVisible()).toBe(false)
    expect((await page.locator('h1').boundingBox())?.width).toBe(1)
    await page.getByRole('link', { name: 'Back to event' }).waitFor()
    await page.evaluate(() => {
      const signals: string[] = []
      Object.assign(globalThis, { signals })
      navigator.vibrate = () => signals.push('vibration') > 0
      const { start } = OscillatorNode.prototype
      OscillatorNode.prototype.start = function (...at) {
        signals.push('sound')
        return start.apply(this, at)
      }
    })
    await type(page, 'love')
    await page.keyboard.press('Enter')
    await said(page, 'Welcome')
    await counter.getByText('1 in / 2', { exact: true }).waitFor()
    const signals = await page.evaluate(() => (globalThis as unknown as { signals: string[] }).signals)
    expect(signals).toEqual(['vibration', 'sound', 'sound'])
  })

  it('refuses what is forged, of another event, or cancelled, and lets in all the same where somebody says so', async () => {
    const scene = await createScene(running())
    const other = await createScene(running())
    const mary = await scene.admit('Mary', 'Jackson')
    const stranger = await other.admit('Some', 'Stranger')
    await scene.organiser.call(
      'POST',
      `/registration/api/v1/events/${scene.eventId}/registrations/${mary.registration.id}/cancel`,
    )
    const { page, context } = await openDoor(running(), scene, 'North')
    const scan = async (ticket: string, words: string) => {
      await type(page, ticket)
      await page.keyboard.press('Enter')
      await said(page, words)
    }
    await context.setOffline(true)
    await scan(`${mary.ticket.slice(0, -4)}AAAA`, 'Invalid ticket')
    await scan(stranger.ticket, 'Ticket for another event')
    await scan(mary.ticket, 'Cancelled')
    await context.setOffline(false)
    await scan(mary.ticket, 'Cancelled')
    await page.getByRole('button', { name: 'Let in anyway' }).click()
    await said(page, 'Welcome')
    await expect.poll(scene.summary).toMatchObject({ registered: 0, checkedIn: 1 })
  })

  it('works offline at two doors, keeps its scans over a reload, and makes one record of them', async () => {
    const scene = await createScene(running())
    const { ticket } = await scene.admit('Ada', 'Lovelace')
    const north = await openDoor(running(), scene, 'North')
    const south = await openDoor(running(), scene, 'South')
    const picture = await pictureOf(north.page, ticket)
    for (const { page, context } of [north, south]) {
      await context.setOffline(true)
      await showPicture(page, picture)
      await said(page, 'Welcome')
      await page.getByText('1 waiting to sync').waitFor()
    }
    await south.page.reload()
    await south.page.getByText('1 waiting to sync').waitFor()
    await showPicture(south.page, picture)
    await said(south.page, 'Already checked in')
    await expectOpenToAll(south.page)
    await north.context.setOffline(false)
    await north.page.getByText('All synced').waitFor()
    expect(await scene.summary()).toMatchObject({ registered: 1, checkedIn: 1 })
    await south.context.setOffline(false)
    await south.page.getByText(/Was already checked in: .*North/).waitFor()
    await south.page.getByText('All synced').waitFor()
    expect(await scene.summary()).toMatchObject({ registered: 1, checkedIn: 1 })
    await south.page.getByRole('button', { name: 'Dismiss' }).click()
    await south.page.getByText(/Was already checked in/).waitFor({ state: 'detached' })
  })

  it('takes back at the server too what arrived there without an answer', async () => {
    const scene = await createScene(running())
    await scene.admit('Ada', 'Lovelace')
    const { page, context } = await openDoor(running(), scene, 'North')
    await page.route(/\/attendance$/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort('timedout')
    })
    await type(page, 'love')
    await page.keyboard.press('Enter')
    await said(page, 'Welcome')
    await expect.poll(scene.summary).toMatchObject({ checkedIn: 1 })
    await context.setOffline(true)
    await page.locator('.verdict').getByRole('button', { name: 'Undo' }).click()
    await page.locator('.door-waiting').getByText('Undone').waitFor()
    await page.reload()
    await page.locator('.door-waiting').getByText('Undone').waitFor()
    await context.setOffline(false)
    await page.getByText('All synced').waitFor()
    expect(await scene.summary()).toMatchObject({ checkedIn: 0 })
    await type(page, 'love')
    await expect.poll(() => page.locator('.door-found .badge').count()).toBe(0)
  })

  it('keeps scans when the session has ended, and tells of who cancelled meanwhile', async () => {
    const scene = await createScene(running())
    const { ticket, registration } = await scene.admit('Ada', 'Lovelace')
    const { page, context } = await openDoor(running(), scene, 'North')
    await context.setOffline(true)
    await showPicture(page, await pictureOf(page, ticket))
    await said(page, 'Welcome')
    const base = `/registration/api/v1/events/${scene.eventId}`
    await scene.organiser.call('POST', `${base}/registrations/${registration.id}/cancel`)
    const cookies = await context.cookies()
    await context.clearCookies()
    await context.setOffline(false)
    await page.getByText(/keep checking people in/).waitFor()
    await page.getByText('1 waiting to sync').waitFor()
    await context.addCookies(cookies)
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.getByText(/No longer has a place/).waitFor()
    await page.getByRole('button', { name: 'Check in anyway' }).click()
    await expect.poll(scene.summary).toMatchObject({ registered: 0, checkedIn: 1 })
  })
})

describeInBrowser('attendance and contacts in the console', (running) => {
  it('shows the figures as they change, and takes people in by hand', async () => {
    const scene = await createScene(running())
    const { attendeeId } = await scene.admit('Ada', 'Lovelace')
    await scene.admit('Grace', HOSTILE)
    const { page, complaints } = await openConsole(running(), {
      organisation: scene.organiser.organisation,
      path: `/events/${scene.eventId}/attendance`,
    })
    const figure = (name: string) => page.locator('.board-figures > div', { hasText: name }).locator('dd')
    await expect.poll(() => figure('Expected').first().textContent()).toBe('2')
    await scene.organiser.call('POST', `/registration/api/v1/events/${scene.eventId}/attendance`, {
      body: { attendeeId, gate: 'North' },
    })
    await expect.poll(() => figure('Inside').first().textContent()).toBe('1')
    await page.locator('.board-latest').getByText('Ada Lovelace').waitFor()
    await page.getByRole('button', { name: /^Check in .*Grace/ }).click()
    await expect.poll(() => figure('Inside').first().textContent()).toBe('2')
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expectOpenToAll(page)
    }
    const order = await page.locator('.board h3, .board details summary').allTextContents()
    expect(order.slice(0, 2)).toEqual(['Latest arrivals', 'People'])
    await page.getByRole('link', { name: 'Full-screen display' }).click()
    await page.locator('dialog.wall').getByText('Doors and Keys').waitFor()
    expect(complaints).toEqual([])
  })

  it('imports contacts with two bad lines, and shows them', async () => {
    const scene = await createScene(running())
    const { page, complaints } = await openConsole(running(), {
      organisation: scene.organiser.organisation,
      path: '/contacts',
    })
    await page.getByRole('button', { name: 'New list' }).click()
    await page.getByLabel(/List name/).fill('Press')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Import file' }).click()
    const rows = [
      'Vorname;Nachname;E-Mail;Land',
      'Zoë;Größe;zoe@example.org;DE',
      'No;Address;nobody;DE',
      `Hostile;"${HOSTILE}";hostile@example.org;`,
      'Far;Away;far@example.org;Germany',
    ]
    const buffer = Buffer.from(rows.join('\r\n'), 'utf16le')
    await page.getByLabel('Choose file').setInputFiles({ name: 'press.csv', mimeType: 'text/csv', buffer })
    await page.getByText('2 of the first 4 rows will be refused').waitFor()
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expectOpenToAll(page)
    }
    await page.getByRole('button', { name: 'Import 4 rows' }).click()
    await page.getByText('2 added, 0 updated, 2 refused.').waitFor()
    await page.getByRole('link', { name: 'Download 2 refused rows' }).waitFor()
    await page.getByRole('button', { name: 'Import another file' }).click()
    await page.getByLabel('Or paste rows').fill('E-Mail\nlate@example.org')
    await page.getByRole('button', { name: 'Use these rows' }).click()
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText('1 added, 0 updated, 0 refused.').waitFor()
    expect(await page.getByRole('link', { name: /^Download/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'View list' }).click()
    await page.getByText(`Hostile ${HOSTILE}`).first().waitFor()
    await page.getByLabel('Name, e-mail or company').fill('zoe')
    await expect.poll(() => page.locator('.table tbody tr').count()).toBe(1)
    await expectOpenToAll(page)
    expect(complaints).toEqual([])
  })
})
