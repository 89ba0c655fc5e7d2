import { expect, it } from 'vitest'
import { describeInBrowser } from '../chromium.ts'
import { makeEvent } from '../many-registrations.ts'
import { openConsole } from '../operator.ts'

const eventOf = (code: string, event: object = {}) => ({
  ...{ code, title: 'Keys and Badges', format: 'in-person', status: 'draft', timezone: 'Europe/Berlin' },
  ...{ start: '2031-05-06T14:00:00+02:00', end: '2031-05-07T18:00:00+02:00' },
  ...event,
})

describeInBrowser('the first event of an organiser', (running) => {
  const open = (path: string) => openConsole(running(), { path })

  it('leads from the checklist to the fields of a step', async () => {
    const { eventId } = await makeEvent(running(), { event: eventOf('STEPS') })
    const { page, complaints } = await open(`/events/${eventId}`)
    await page.getByRole('link', { name: 'Location' }).click()
    const venue = page.getByLabel('Venue')
    await venue.waitFor()
    await expect.poll(() => venue.evaluate((input) => input === document.activeElement)).toBe(true)
    await expect
      .poll(() => venue.evaluate((input) => input.getBoundingClientRect().top < innerHeight))
      .toBe(true)
    expect(complaints).toEqual([])
  })

  it('goes to the field that is wrong, however far it is from the button', async () => {
    const { eventId } = await makeEvent(running(), { event: eventOf('WRONG') })
    const { page } = await open(`/events/${eventId}/details`)
    const contact = page.getByRole('textbox', { name: 'E-mail address' })
    await contact.fill('nobody')
    await page.getByLabel('Title', { exact: false }).first().fill('Keys')
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Please enter a valid e-mail address', { exact: false }).waitFor()
    await expect.poll(() => contact.evaluate((input) => input === document.activeElement)).toBe(true)
  })

  it('says on every page of the event that something is not saved, and asks before the tab is closed', async () => {
    const { eventId } = await makeEvent(running(), { event: eventOf('UNSAVED') })
    const { page } = await open(`/events/${eventId}/details`)
    await page.getByLabel('Description').fill('Two days of keys')
    const tabs = page.getByRole('navigation', { name: 'Event sections' })
    await tabs.getByRole('link', { name: 'Overview' }).click()
    await tabs.getByRole('link', { name: 'Details Unsaved changes' }).waitFor()
    await page.locator('.notice', { hasText: 'Unsaved changes: Details' }).waitFor()
    const asked = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await closing
    await page.locator('.notice').getByRole('link', { name: 'Details' }).click()
    expect(await page.getByLabel('Description').inputValue()).toBe('Two days of keys')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await tabs.getByText('Unsaved changes').count()).toBe(0)
  })

  it('says what is wrong with a file that is not a schedule', async () => {
    const { eventId } = await makeEvent(running(), { event: eventOf('FILES') })
    const { page } = await open(`/events/${eventId}/schedule`)
    await page.getByRole('button', { name: 'Import schedule' }).click()
    const dialog = page.getByRole('dialog')
    const choose = async (name: string, content: string) => {
      const buffer = Buffer.from(content)
      await dialog.getByLabel('File').setInputFiles({ name, mimeType: 'application/json', buffer })
      await dialog.getByRole('button', { name: 'Import' }).click()
    }
    await choose('notes.txt', 'Bring the keys.')
    await dialog.getByText('We cannot read this file.', { exact: false }).waitFor()
    await choose('event.json', JSON.stringify({ event: eventOf('OTHER') }))
    await dialog.getByText('This is an event document, not a schedule.', { exact: false }).waitFor()
  })

  it('begins a new session with the event', async () => {
    const { eventId } = await makeEvent(running(), { event: eventOf('OPENING') })
    const { page } = await open(`/events/${eventId}/schedule`)
    await page.getByRole('button', { name: 'New session' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Starts').inputValue()).toBe('2031-05-06T14:00')
    expect(await dialog.getByLabel('Ends').inputValue()).toBe('2031-05-06T14:30')
  })

  it('says that a draft has to be published before anybody can register', async () => {
    const { eventId } = await makeEvent(running(), { event: eventOf('NOT-YET') })
    const { page } = await open(`/events/${eventId}/registrations`)
    await page.getByText('Publish the event so that people can register.').waitFor()
    await page.getByRole('link', { name: 'Attendance' }).first().click()
    await page.getByText('No one is expected yet').waitFor()
    await page.getByLabel('Name, company or confirmation number').fill('Ada')
    await page.getByText('No matching people').waitFor()
    await page.getByRole('link', { name: 'Waiting list' }).first().click()
    await page.getByRole('link', { name: 'Turn on the waiting list' }).click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('section')?.id))
      .toBe('places')
  })

  it('says that nobody receives e-mails while they stay on the server', async () => {
    const { eventId } = await makeEvent(running(), { event: eventOf('NO-MAIL', { status: 'published' }) })
    const { page } = await open(`/events/${eventId}`)
    await page.getByRole('link', { name: 'E-mail is not set up', exact: false }).click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  })

  it('opens a cancelled event again, as it said before', async () => {
    const { eventId } = await makeEvent(running(), { event: eventOf('AGAIN', { status: 'published' }) })
    const { page } = await open(`/events/${eventId}`)
    await page.getByRole('button', { name: 'Cancel event' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('You can reopen the event later.', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel event' }).click()
    await page.getByText('The event is cancelled').waitFor()
    await page.getByText('E-mail is not set up', { exact: false }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Reopen' }).click()
    await page.getByRole('dialog', { name: 'Reopen' }).getByRole('button', { name: 'Reopen' }).click()
    await page.getByText('Registration is open').waitFor()
  })
})
