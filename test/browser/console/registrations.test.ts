import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectOpenToAllInBothSizes } from '../barriers.ts'
import { describeInBrowser } from '../chromium.ts'
import { longestTask, timeToShow } from '../frames.ts'
import { copyRegistration, type Made, makeEvent } from '../many-registrations.ts'
import { openConsole } from '../operator.ts'

const MANY = 100_000
/** A frame usually takes a third of the time it takes to lay out this many rows. */
const ROWS_OF_A_FRAME = 1_000
/** Every third is a poet; of those, the ones whose number begins with a 9. */
const POETS = Array.from({ length: MANY }, (_none, n) => n)
  .filter((n) => n % 3 === 1 && String(n).startsWith('9'))
  .length.toLocaleString('en')
const form = {
  sections: [
    {
      title: 'About you',
      fields: [
        { name: 'role', label: 'What do you do?', type: 'text' },
        { name: 'years', label: 'For how many years?', type: 'number' },
      ],
    },
  ],
}
const eventOf = (code: string, event: object = {}) => ({
  event: {
    code,
    title: 'Keys and Badges',
    format: 'in-person',
    status: 'published',
    start: '2031-05-06T09:00:00+02:00',
    end: '2031-05-07T18:00:00+02:00',
    timezone: 'Europe/Berlin',
    ...event,
  },
  form,
})
const person = (name: string) => ({
  firstName: name,
  lastName: 'Example',
  email: `${name.toLowerCase()}@example.org`,
})
const found = (page: Page, count: string) =>
  page.getByText(`${count} registrations`, { exact: true }).waitFor()

describeInBrowser('registrations in the console', (running) => {
  let large: Made

  beforeAll(async () => {
    large = await makeEvent(running(), eventOf('LARGE'))
    const registrant = { firstName: 'Template', lastName: 'Template', email: 'template@example.org' }
    const { id } = await large.register({ registrant, answers: { role: 'Engineer', years: 3 } })
    await copyRegistration(running(), { id, eventId: large.eventId, count: MANY - 1 })
  })

  const open = async (path: string, rest: object = {}) => openConsole(running(), { path, ...rest })

  it('scrolls through a hundred thousand and filters them, with no frame as long as showing a thousand at once', async () => {
    const { page, complaints } = await open(`/events/${large.eventId}/registrations`)
    const grid = page.getByRole('grid')
    await found(page, '100,000')
    await page.getByText('person.1@example.org', { exact: true }).waitFor()
    expect(await grid.getAttribute('aria-rowcount')).toBe('100001')
    const scrolled = await longestTask(page, async () => {
      await grid.hover()
      for (let step = 0; step < 25; step += 1) await page.mouse.wheel(0, 1_200)
      for (const part of [0.2, 0.5, 0.99, 0.3]) {
        await grid.evaluate((element, at) => element.scrollTo(0, element.scrollHeight * at), part)
        await page.waitForFunction(isNear, Math.round(part * MANY))
      }
      await grid.focus()
      await page.keyboard.press('End')
      await page.getByText('person.99999@example.org', { exact: true }).waitFor()
      await page.keyboard.press('Home')
      await page.getByText('person.1@example.org', { exact: true }).waitFor()
    })
    const most = await timeToShow(page, ROWS_OF_A_FRAME)
    expect(scrolled).toBeLessThan(most)
    expect(await grid.getByRole('row').count()).toBeLessThan(60)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Add condition' }).click()
    await page.getByLabel('Field', { exact: true }).selectOption({ label: 'What do you do?' })
    const filtered = await longestTask(page, async () => {
      await page.getByLabel('Value for What do you do?').fill('poet')
      await page.getByRole('button', { name: 'Apply filter' }).click()
      await found(page, '33,333')
      await page.getByLabel('Value for What do you do?').fill('e')
      await page.getByRole('button', { name: 'Apply filter' }).click()
      await found(page, '100,000')
    })
    expect(filtered).toBeLessThan(most)
    // A server that shares its machine with other suites may tell what is asked in the background to come again.
    expect(complaints.filter((text) => !text.includes('503'))).toEqual([])
  })

  it('builds a filter, says what is wrong where it is, and keeps it as a view and as a link', async () => {
    const { page, complaints } = await open(`/events/${large.eventId}/registrations`)
    await found(page, '100,000')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Add condition' }).click()
    await page.getByLabel('Field', { exact: true }).selectOption({ label: 'For how many years?' })
    await page.getByRole('button', { name: 'Apply filter' }).click()
    await page.getByText('Enter a value that fits the field.').waitFor()
    await page.getByLabel('Field', { exact: true }).selectOption({ label: 'What do you do?' })
    await page.getByLabel('Value for What do you do?').fill('poet')
    await page.getByRole('button', { name: 'Add group' }).click()
    await page.getByLabel('Field', { exact: true }).nth(1).selectOption({ label: 'E-mail' })
    await page.getByLabel('Comparison for E-mail').selectOption('startsWith')
    await page.getByLabel('Value for E-mail').fill('person.9')
    await page.getByRole('button', { name: 'Apply filter' }).click()
    await found(page, POETS)
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name', { exact: false }).last().fill('Poets')
    await page.getByLabel('Share with everyone in the organisation').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved as “Poets”.').waitFor()
    const other = await open(
      new URL(page.url()).pathname.slice('/console'.length) + new URL(page.url()).search,
    )
    await found(other.page, POETS)
    await other.page.getByText('What do you do? contains “poet” and E-mail starts with “person.9”').waitFor()
    await other.page.getByLabel('View', { exact: true }).selectOption({ label: 'All registrations' })
    await found(other.page, '100,000')
    await other.page.getByLabel('View', { exact: true }).selectOption({ label: 'Poets (shared)' })
    await found(other.page, POETS)
    // The server's refusal of the condition without a value.
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([])
  })

  it('cancels what a filter finds, with progress; again it is harmless', async () => {
    const { eventId, register } = await makeEvent(running(), eventOf('BULK', { capacity: 200 }))
    const { id } = await register({ registrant: person('Ada'), answers: { role: 'Poet' } })
    await copyRegistration(running(), { id, eventId, count: 120, first: 200_000 })
    const { page } = await open(`/events/${eventId}/registrations`)
    await found(page, '121')
    const cancelAll = async () => {
      await page.getByLabel('Select all matching registrations').check()
      await page.getByRole('button', { name: 'Cancel registrations', exact: true }).click()
      await page.getByLabel('Reason').fill('The stage burnt down')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel registrations' }).click()
      await page.getByRole('progressbar').waitFor()
    }
    await cancelAll()
    await page.getByText('121 cancelled').waitFor()
    await page.getByRole('grid').getByText('Cancelled').first().waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await cancelAll()
    await page.getByText('121 unchanged').waitFor()
  })

  it('shows what others wrote as text, and nothing else', async () => {
    const hostile = '<script>document.title="run"</script>'
    const { eventId, register } = await makeEvent(running(), eventOf('HOSTILE'))
    const registrant = { firstName: hostile, lastName: '\u202Egnp.exe', email: 'mallory@example.org' }
    const { id } = await register({
      registrant,
      answers: { role: '=HYPERLINK("http://example.org")<img src=x onerror=alert(1)>' },
      note: '<b onmouseover=alert(1)>',
      tags: ['<i>'],
    })
    const { page, complaints, asked } = await open(`/events/${eventId}/registrations`)
    await page.getByRole('gridcell', { name: hostile }).waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Add condition' }).click()
    await page.goto(`${running().url}/console/events/${eventId}/registrations/${id}`)
    await page.getByText('=HYPERLINK("http://example.org")<img src=x onerror=alert(1)>').waitFor()
    expect(await page.locator('script:not([src]), img, [onerror], [onmouseover]').count()).toBe(0)
    expect(await page.locator('h2 bdi').innerText()).toContain(hostile)
    expect(await page.title()).not.toBe('run')
    expect(complaints).toEqual([])
    expect([...new Set(asked.map((address) => new URL(address).origin))]).toEqual([running().url])
  })

  it('keeps what is typed when somebody else was faster', async () => {
    const { eventId, register } = await makeEvent(running(), eventOf('CONFLICT'))
    const { id } = await register({ registrant: person('Grace'), answers: { role: 'Poet' } })
    const path = `/events/${eventId}/registrations/${id}`
    const [mine, theirs] = [await open(path), await open(path, { role: 'support' })]
    for (const { page } of [mine, theirs])
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await theirs.page.getByLabel('Company').fill('Theirs')
    await theirs.page.getByRole('button', { name: 'Save', exact: true }).click()
    await theirs.page.getByText('Saved.').waitFor()
    await mine.page.getByLabel('What do you do?').fill('Admiral')
    await mine.page.getByRole('button', { name: 'Save', exact: true }).click()
    await mine.page.getByText('Someone else has changed this registration since.').waitFor()
    expect(await mine.page.getByLabel('What do you do?').inputValue()).toBe('Admiral')
    await mine.page.getByRole('button', { name: 'Save my version' }).click()
    await mine.page.getByText('Saved.').waitFor()
    await mine.page.getByText('Admiral').waitFor()
    await mine.page.getByText('by The support').waitFor()
    await mine.page.getByText('by The owner').waitFor()
  })

  it('brings back what was typed after another page, and asks before it is discarded', async () => {
    const { eventId, register } = await makeEvent(running(), eventOf('DRAFTS'))
    const { id } = await register({ registrant: person('Ada'), answers: { role: 'Poet' } })
    const { page, complaints } = await open(`/events/${eventId}/registrations`)
    const company = page.getByLabel('Company', { exact: true })
    const discard = async () => {
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await page.getByRole('button', { name: 'Keep editing' }).click()
      expect(await company.inputValue()).toBe('Analytical Engines')
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await page.getByRole('button', { name: 'Discard', exact: true }).click()
    }
    const leaveAndReturn = async (back: () => Promise<unknown>) => {
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.getByRole('heading', { name: 'Danger zone' }).waitFor()
      await page.getByRole('link', { name: /^Registrations.*unsaved/i }).click()
      await back()
      expect(await company.inputValue()).toBe('Analytical Engines')
    }
    const add = () => page.getByRole('link', { name: 'Add registration' }).click()
    await add()
    await company.fill('Analytical Engines')
    await leaveAndReturn(add)
    await discard()
    await add()
    expect(await company.inputValue()).toBe('')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()

    const show = () => page.locator(`a[href$="/registrations/${id}"]`).first().click()
    await show()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await company.fill('Analytical Engines')
    await leaveAndReturn(show)
    await discard()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    expect(await company.inputValue()).toBe('')
    expect(complaints).toEqual([])
  })

  it('registers by hand, lets people wait, and gives a place that is free', async () => {
    const { eventId, register } = await makeEvent(
      running(),
      eventOf('LINE', { capacity: 1, waitlistEnabled: true }),
    )
    await register({ registrant: person('Ada'), answers: { role: 'Poet' } })
    const { page, complaints } = await open(`/events/${eventId}/registrations/new`)
    await page.getByLabel('First name').fill('Alan')
    await page.getByLabel('Last name').fill('Example')
    await page.getByLabel('What do you do?').fill('Baker')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('Some fields need your attention.').waitFor()
    await page.getByLabel('E-mail').fill('alan@example.org')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByRole('heading', { name: 'Alan Example' }).waitFor()
    await page.locator('.badge', { hasText: 'Waiting list' }).waitFor()
    await page.getByRole('link', { name: 'Waiting list' }).click()
    await page.getByRole('link', { name: 'Alan Example' }).waitFor()
    await page.getByText('1 of 1 place taken').waitFor()
    await page.getByRole('button', { name: 'Give place to Alan Example' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Give place', exact: true }).click()
    await page.getByText('No places left.', { exact: false }).waitFor()
    expect(complaints.filter((text) => !/422|409/.test(text))).toEqual([])
  })

  it('keeps nobody out', async () => {
    const { eventId, register } = await makeEvent(
      running(),
      eventOf('SIZES', { waitlistEnabled: true, capacity: 1 }),
    )
    const { id } = await register({ registrant: person('Ada'), answers: { role: 'Poet' } })
    await register({ registrant: person('Alan'), answers: { role: 'Poet' } })
    const { page } = await open(`/events/${eventId}/registrations`)
    await page.getByText('ada@example.org').waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Add condition' }).click()
    await page.getByLabel('Select all matching registrations').check()
    await expectOpenToAllInBothSizes(page)
    for (const [path, seen] of [
      [`registrations/${id}`, 'History'],
      ['registrations/new', 'Add registration'],
      ['waiting-list', 'Waiting list'],
    ] as const) {
      await page.goto(`${running().url}/console/events/${eventId}/${path}`)
      await page.getByRole('heading', { name: seen, exact: true }).waitFor()
      await expectOpenToAllInBothSizes(page)
    }
  })

  it('shows the waiting list with one click, in a table that fits', async () => {
    const { eventId, register } = await makeEvent(
      running(),
      eventOf('CHIPS', { capacity: 1, waitlistEnabled: true }),
    )
    await register({ registrant: person('Ada'), answers: { role: 'Poet' } })
    await register({ registrant: person('Alan'), answers: { role: 'Poet' } })
    const options = { viewport: { width: 1440, height: 900 } }
    const { page } = await open(`/events/${eventId}/registrations`, { options })
    await found(page, '2')
    const surplus = await page.getByRole('grid').evaluate((grid) => grid.scrollWidth - grid.clientWidth)
    expect(surplus).toBe(0)
    const chip = page.getByRole('button', { name: 'Waiting list 1' })
    await chip.click()
    await page.getByText('1 registration', { exact: true }).waitFor()
    expect(await chip.getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('link', { name: 'Alan Example' }).click()
    await page.getByRole('heading', { name: 'Alan Example' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Cancelled', exact: true }).click()
    await page.getByText('No matching registrations').waitFor()
    expect(await page.getByRole('grid').count()).toBe(0)
  })

  it.each(['en-GB', 'de-DE', 'fr-FR', 'es-ES'])(
    'shows headings, numbers and times whole on a small notebook, in %s',
    async (locale) => {
      const { eventId, register } = await makeEvent(running(), {
        ...eventOf(`WHOLE-${locale}`, { approvalRequired: true }),
        registrationTypes: [{ name: 'Standard', code: 'STD' }],
      })
      await register({ registrant: person('Ada'), answers: { role: 'Poet' } })
      const options = { viewport: { width: 1200, height: 900 }, locale }
      const { page } = await open(`/events/${eventId}/registrations`, { options })
      const grid = page.getByRole('grid')
      await grid.getByText('ada@example.org').waitFor()
      expect(await grid.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      const cut = await grid.evaluate((element) =>
        [...element.querySelectorAll('.reg-body .reg-cell bdi')].flatMap((told) => {
          const cell = told.closest('.reg-cell') as HTMLElement
          const room = cell.clientWidth - 2 * Number.parseFloat(getComputedStyle(cell).paddingRight)
          const words = told.textContent ?? ''
          return /@|Ada|Stand/.test(words) || told.getBoundingClientRect().width <= room ? [] : [words]
        }),
      )
      expect(cut).toEqual([])
      const cutHeadings = await grid.evaluate((element) =>
        [...element.querySelectorAll<HTMLElement>('.reg-head bdi')].flatMap((heading) => {
          const cell = heading.closest('.reg-cell') as HTMLElement
          const isWhole =
            heading.scrollHeight <= heading.clientHeight &&
            heading.scrollWidth <= heading.clientWidth &&
            heading.getBoundingClientRect().right <= cell.getBoundingClientRect().right
          return isWhole ? [] : [heading.textContent]
        }),
      )
      expect(cutHeadings).toEqual([])
    },
  )

  it('says that there is news, and shows it when it is asked to', async () => {
    const { eventId, register } = await makeEvent(running(), eventOf('NEWS'))
    await register({ registrant: person('Ada'), answers: { role: 'Poet' } })
    const { page } = await open(`/events/${eventId}/registrations`)
    await page.getByText('ada@example.org').waitFor()
    await register({ registrant: person('Alan'), answers: { role: 'Baker' } })
    await page.getByText('Registrations have changed since this table was loaded.').waitFor()
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByText('alan@example.org').waitFor()
    expect(await page.getByText('Registrations have changed since').count()).toBe(0)
  })

  it('offers readers nothing that they may not do', async () => {
    const { page } = await open(`/events/${large.eventId}/registrations`, { role: 'read-only' })
    await found(page, '100,000')
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Add registration' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Save view' }).count()).toBe(0)
  })
})

/** In the page: a row that was made about there is drawn. */
function isNear(near: number): boolean {
  const numbers = [...document.querySelectorAll('.reg-body a')].map((a) => Number(a.textContent?.slice(1)))
  return numbers.some((number) => Math.abs(number - near) < 40)
}
