import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectOpenToAll } from '../barriers.ts'
import { type BrowserSuite, describeInBrowser, type Visit } from '../chromium.ts'
import { openConsole } from '../operator.ts'

type Json = Record<string, unknown>

/** As the page itself would ask. */
function call<B = Json & { id: string; version: number }>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
) {
  return page.evaluate(
    async ([given, at, text]) => {
      const answer = await fetch(`/console/api${at}`, {
        method: given ?? 'GET',
        headers: { 'content-type': 'application/json' },
        ...(text === '' ? {} : { body: text ?? '' }),
      })
      if (!answer.ok) throw new Error(await answer.text())
      return (await answer.json()) as unknown
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)],
  ) as Promise<B>
}

const organisation = 'Organisers'
let events = 0

/** An event of its own for a test, and the page of one of its parts. */
async function openEvent(running: BrowserSuite, part: string, parts: Json & { event?: Json } = {}) {
  const visit = await openConsole(running, { path: '/events/new', organisation })
  const { event, ...rest } = parts
  const { id } = await call(visit.page, 'POST', '/events/import', {
    event: {
      ...{ code: `CONSOLE-${++events}`, title: 'Keys and badges', timezone: 'Europe/Berlin', capacity: 100 },
      ...{ start: '2031-05-06T09:00:00+02:00', end: '2031-05-07T18:00:00+02:00' },
      ...event,
    },
    ...rest,
  })
  await visit.page.goto(`${running.url}/console/events/${id}${part}`)
  return { ...visit, id, at: `/registration/api/v1/events/${id}` }
}

function expectQuiet({ complaints, asked }: Visit, { url }: BrowserSuite): void {
  expect(complaints).toEqual([])
  expect(asked.filter((address) => !address.startsWith(url) && !address.startsWith('data:'))).toEqual([])
}

const session = (code: string, from: string, to: string, more: Json = {}) => ({
  ...{ code, title: `Talk ${code}`, room: 'Hall 1' },
  ...{ start: `2031-05-06T${from}:00+02:00`, end: `2031-05-06T${to}:00+02:00` },
  ...more,
})

describeInBrowser('events in the console', (running) => {
  it('makes an event in one step, says what is missing, and publishes it', async () => {
    const visit = await openConsole(running(), { path: '/events', organisation: 'Fresh' })
    const { page } = visit
    await page.getByText('No events yet').waitFor()
    await expectOpenToAll(page)
    await page.getByRole('button', { name: 'New event' }).first().click()
    await page.getByLabel('Title').fill('Schlüssel & Karten')
    await page.getByLabel('Starts').fill('2031-05-06T09:00')
    expect(await page.getByLabel('Ends').inputValue()).toBe('2031-05-06T17:00')
    expect(await page.getByLabel('Code').inputValue()).toBe('SCHLUSSEL-KARTEN-2031')
    await page.getByLabel('Time zone').selectOption('Europe/Berlin')
    await expectOpenToAll(page)
    await page.getByRole('button', { name: 'Create event' }).click()
    await page.getByText('The event is ready.').waitFor()
    await expectOpenToAll(page)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByText('Everyone with the link can see').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Registration is open').waitFor()
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await page.getByRole('table').getByText('Published').waitFor()
    expectQuiet(visit, running())
  })

  it('keeps what was typed where another operator was faster, and lets choose', async () => {
    const { page, at, id } = await openEvent(running(), '/details')
    await page.getByLabel('Title').fill('My title')
    await page.getByLabel('Description').fill('My words')
    await call(page, 'PATCH', at, { title: 'Their title', capacity: 7 })
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this' })
    await dialog.getByText('Their title').waitFor()
    await dialog.getByText('Also changed by the other person: Places.').waitFor()
    await expectOpenToAll(page)
    await dialog.getByLabel('Their version').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    // The message is above the buttons.
    const [bottom, height] = await page.evaluate(() => {
      const [toasts, bar] = ['.toasts', '.save-bar'].map((name) => document.querySelector(name))
      return [Number.parseFloat(getComputedStyle(toasts as Element).bottom), bar?.clientHeight ?? 0]
    })
    expect(bottom).toBeGreaterThanOrEqual(height ?? 0)
    const kept = await call(page, 'GET', `/registration/api/v1/events/${id}`)
    expect(kept).toMatchObject({ title: 'Their title', description: 'My words', capacity: 7 })
    await expectOpenToAll(page)
  })

  it('asks before it discards what was typed, in a dialog that keeps its width and its buttons', async () => {
    const { page } = await openEvent(running(), '/schedule')
    await page.setViewportSize({ width: 1_280, height: 600 })
    await page.getByRole('button', { name: 'New session' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New session' })
    const widthOf = async () => Math.round((await dialog.boundingBox())?.width ?? 0)
    const width = await widthOf()
    await dialog.getByRole('button', { name: 'Add speaker' }).click()
    expect(await widthOf()).toBe(width)
    const save = await dialog.getByRole('button', { name: 'Save' }).boundingBox()
    expect((save?.y ?? 0) + (save?.height ?? 0)).toBeLessThanOrEqual(600)
    await dialog.getByLabel('Title').first().fill('Opening')
    await page.keyboard.press('Escape')
    const asked = page.getByRole('dialog', { name: 'Discard your changes?' })
    await asked.getByRole('button', { name: 'Keep editing' }).click()
    expect(await dialog.getByLabel('Title').first().inputValue()).toBe('Opening')
    await page.keyboard.press('Escape')
    await asked.getByRole('button', { name: 'Keep editing' }).click()
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press('Escape')
      await expect.poll(() => page.locator('dialog').count()).toBe(presses % 2 === 0 ? 2 : 1)
    }
    expect(await dialog.getByLabel('Title').first().inputValue()).toBe('Opening')
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await asked.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New session' }).first().click()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New session' }).first().click()
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('asks again in the frame in which the question before was closed', async () => {
    const { page } = await openEvent(running(), '/schedule')
    await page.getByRole('button', { name: 'New session' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New session' })
    await dialog.getByLabel('Title').first().fill('Opening')
    await page.keyboard.press('Escape')
    const keep = page.getByRole('button', { name: 'Keep editing' })
    await keep.waitFor()
    await keep.evaluate(async (button: HTMLElement) => {
      button.click()
      for (let microtask = 0; microtask < 50; microtask += 1) await Promise.resolve()
      dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true }))
      for (let frame = 0; frame < 3; frame += 1) await new Promise((next) => requestAnimationFrame(next))
    })
    expect(await keep.isVisible()).toBe(true)
    expect(await page.locator('dialog').count()).toBe(2)
  })

  it('answers what now, once the event is published, and keeps dangerous actions apart', async () => {
    const { page, at } = await openEvent(running(), '', {
      event: { status: 'published', capacity: 1, waitlistEnabled: true, approvalRequired: true },
    })
    const registrant = { firstName: 'Grace', lastName: 'Example', email: 'grace@example.org' }
    await call(page, 'POST', `${at}/registrations`, { registrant })
    await page.reload()
    await page.getByText('Set-up checklist').waitFor()
    expect(await page.locator('.step-list').isVisible()).toBe(false)
    const danger = page.locator('.danger-zone')
    expect(await danger.getByRole('button').allTextContents()).toEqual([
      'Cancel event',
      'Archive event',
      'Delete event',
    ])
    expect(await danger.getByRole('button', { name: 'Close registration' }).count()).toBe(0)
    await expectOpenToAll(page)
    await page.getByRole('link', { name: '1 registration awaiting approval' }).click()
    await page.getByText('1 registration', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Awaiting approval 1', pressed: true }).waitFor()
  })

  it('shows a field with a condition in the preview as the public page will', async () => {
    const visit = await openEvent(running(), '/form')
    const { page, at } = visit
    await page.getByText('No form yet').waitFor()
    await page.getByRole('button', { name: 'Add section' }).click()
    const kind = page.getByLabel('New field')
    await kind.selectOption({ label: 'Yes or no' })
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    expect(await page.getByRole('textbox', { name: /^Question/ }).inputValue()).toBe('')
    expect(await page.getByText('No form yet').count()).toBe(0)
    await page.getByRole('textbox', { name: /^Question/ }).fill('Do you stay for dinner?')
    await kind.selectOption({ label: 'Short text' })
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('textbox', { name: /^Question/ }).fill('What do you eat?')
    await page.getByRole('checkbox', { name: 'Required' }).check()
    await page
      .getByLabel('Show', { exact: true })
      .selectOption({ label: 'Depending on “Do you stay for dinner?”' })
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await preview.getByText('Do you stay for dinner?').waitFor()
    expect(await preview.getByLabel('What do you eat?').count()).toBe(0)
    await answerYes(preview)
    await preview.getByLabel('What do you eat?').waitFor()
    await preview.getByRole('button', { name: 'Check answers' }).click()
    await preview.getByText('Some answers would not be accepted.').waitFor()
    await preview.getByLabel('What do you eat?').fill('Rice')
    await preview.getByText('These answers would be accepted.').waitFor()
    await expectOpenToAll(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Version 1.').waitFor()
    const form = await call<{ sections: { fields: Json[] }[] }>(
      page,
      'GET',
      `${at}/registrations/registrationform`,
    )
    expect(form.sections[0]?.fields[1]).toMatchObject({
      name: 'whatDoYouEat',
      required: true,
      visibleIf: { field: 'doYouStayForDinner', in: [true] },
    })
    expectQuiet(visit, running())
  })

  describe('the schedule', () => {
    const sessions = [
      session('A', '10:00', '11:00'),
      session('B', '10:00', '11:00', { room: 'Hall 2' }),
      session('C', '10:30', '11:30', { room: 'Hall 2', speakers: [{ name: 'Ada' }] }),
    ]
    const block = (page: Page, code: string) =>
      page.locator('.session', {
        has: page.locator('.session-title', { hasText: new RegExp(`^Talk ${code}\\b`) }),
      })

    it('moves a session by dragging it, and back again', async () => {
      const { page, at } = await openEvent(running(), '/schedule', { sessions })
      const [from, to] = [await block(page, 'A').boundingBox(), await block(page, 'B').boundingBox()]
      if (from === null || to === null) throw new Error('no block')
      const hour = from.height + 2
      await page.mouse.move(from.x + 30, from.y + 8)
      await page.mouse.down()
      await page.mouse.move(from.x + 60, from.y + 30, { steps: 3 })
      await page.mouse.move(to.x + 30, from.y + 8 + hour * 2, { steps: 5 })
      await page.mouse.up()
      await page.getByText('“Talk A” moved to Hall 2, 12:00 to 13:00.').waitFor()
      const stored = async () =>
        (await call<{ data: Json[] }>(page, 'GET', `${at}/sessions`)).data.find(({ code }) => code === 'A')
      expect(await stored()).toMatchObject({ room: 'Hall 2', start: '2031-05-06T12:00:00+02:00', version: 2 })
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('“Talk A” moved back to Hall 1, 10:00 to 11:00.').waitFor()
      expect(await stored()).toMatchObject({ room: 'Hall 1', start: '2031-05-06T10:00:00+02:00', version: 3 })
      await expectOpenToAll(page)
    })

    it('moves a session by keyboard, says where it is, and tells of a change by somebody else', async () => {
      const { page, at } = await openEvent(running(), '/schedule', { sessions })
      await page.getByText('2 sessions have a room or speaker conflict').waitFor()
      await block(page, 'A').focus()
      await page.keyboard.press('ArrowRight')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Talk B')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Space')
      await page.getByText('Talk A picked up: Hall 1, 10:00 to 11:00.').waitFor()
      for (const key of ['ArrowDown', 'Control+ArrowDown', 'Shift+ArrowDown', 'ArrowRight'])
        await page.keyboard.press(key)
      await page.getByText('Hall 2, 10:20 to 11:35. Talk A').waitFor()
      const { data } = await call<{ data: Json[] }>(page, 'GET', `${at}/sessions`)
      const id = data.find(({ code }) => code === 'A')?.id
      await call(page, 'PATCH', `${at}/sessions/${id}`, { title: 'Talk A, longer' })
      await page.keyboard.press('Enter')
      await page.getByText('Someone else changed “Talk A, longer” since').waitFor()
      await page.getByRole('button', { name: 'Move anyway' }).click()
      await page.getByText('“Talk A, longer” moved to Hall 2, 10:20 to 11:35.').waitFor()
      await block(page, 'A').focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Edit session' }).getByLabel('Title').first().waitFor()
      await expectOpenToAll(page)
    })

    it('takes a file over, and is a list on a phone', async () => {
      const { page } = await openEvent(running(), '/schedule')
      await page.getByText('No sessions yet').waitFor()
      await page.getByRole('button', { name: 'Import schedule' }).click()
      const lines = [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'BEGIN:VEVENT',
        'UID:1@example.org',
        'DTSTART:20310506T080000Z',
      ]
      lines.push('DURATION:PT1H', 'SUMMARY:From a file', 'LOCATION:Attic', 'END:VEVENT', 'END:VCALENDAR', '')
      const file = { name: 'talks.ics', mimeType: 'text/calendar', buffer: Buffer.from(lines.join('\r\n')) }
      await page.getByLabel('File').setInputFiles(file)
      await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
      await page.getByText('1 added, 0 updated, 0 cancelled, 0 unchanged.').waitFor()
      await page.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: /10:00–11:00\s*From a file\s*Attic/ }).waitFor()
      await page.setViewportSize({ width: 360, height: 740 })
      await page.reload()
      await page.getByText('10:00–11:00').waitFor()
      await expectOpenToAll(page)
    })
  })

  it('orders types and options, and tells why one in use stays', async () => {
    const registrationTypes = [
      { name: 'Standard', code: 'STD' },
      { name: 'Press', code: 'PRS' },
    ]
    const { page, at, id } = await openEvent(running(), '/types', {
      registrationTypes,
      event: { status: 'published' },
    })
    await page.getByRole('button', { name: 'Move Press up' }).click()
    const names = page.locator('.sortable strong')
    await expect.poll(() => names.allTextContents()).toEqual(['Press', 'Standard'])
    const { data } = await call<{ data: Json[] }>(page, 'GET', `${at}/registrationtypes`)
    expect(data.map(({ name }) => name)).toEqual(['Press', 'Standard'])
    const registrant = { firstName: 'Grace', lastName: 'Example', email: 'grace@example.org' }
    await call(page, 'POST', `${at}/registrations`, { registrationTypeId: data[0]?.id, registrant })
    await page.getByRole('button', { name: 'Delete Press' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('This cannot be deleted because registrations use it.').waitFor()
    await expectOpenToAll(page)
    await page.goto(`${running().url}/console/events/${id}/options`)
    await page.getByRole('button', { name: 'New option group' }).click()
    await page.getByLabel('Group name').fill('Dinner')
    await page.getByRole('dialog').getByLabel(/^Name/).first().fill('Tuesday')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Dinner', { exact: true }).waitFor()
    await expectOpenToAll(page)
  })

  it('shows what others wrote inert, and a reader nothing to change', async () => {
    const evil = '<img src=x onerror=alert(1)>\u202Egnp.exe'
    const { page, id, complaints, context } = await openEvent(running(), '', {
      event: { title: evil, description: evil, venue: { name: evil } },
      registrationTypes: [{ name: evil, code: 'A' }],
      optionGroups: [{ name: evil, options: [{ name: evil }] }],
      form: { sections: [{ title: evil, fields: [{ name: 'x', label: evil, help: evil, type: 'text' }] }] },
      sessions: [
        session('E', '10:00', '11:00', { title: evil, room: evil, track: evil, speakers: [{ name: evil }] }),
      ],
    })
    page.on('dialog', () => complaints.concat('a script ran'))
    for (const part of ['', '/details', '/types', '/options', '/form', '/schedule']) {
      await page.goto(`${running().url}/console/events/${id}${part}`)
      await page.getByRole('heading', { level: 1 }).filter({ hasText: 'onerror' }).waitFor()
      expect(await page.locator('main img').count()).toBe(0)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    }
    expect(complaints).toEqual([])
    await context.clearCookies()
    const reader = await openConsole(running(), {
      role: 'read-only',
      organisation,
      path: `/events/${id}/types`,
    })
    await reader.page.getByRole('heading', { name: 'Ticket types', level: 2 }).waitFor()
    expect(await reader.page.getByRole('button', { name: /New ticket type|Edit|Delete/ }).count()).toBe(0)
  })
})

/** A yes-or-no field is whatever control the public form has for it. */
async function answerYes(preview: ReturnType<Page['getByRole']>): Promise<void> {
  const yes = preview.getByRole('radio', { name: 'Yes' })
  if ((await yes.count()) > 0) await yes.check()
  else await preview.getByRole('checkbox').first().check()
}
