import { beforeAll, expect, it } from 'vitest'
import { expectOpenToAllInBothSizes } from '../barriers.ts'
import { describeInBrowser } from '../chromium.ts'
import { lastMail } from '../mails.ts'
import { openEvent } from '../open-event.ts'

const form = {
  sections: [
    {
      title: 'Your visit',
      fields: [
        { name: 'role', label: 'What do you do?', type: 'text', required: true },
        {
          name: 'diet',
          label: 'Diet',
          type: 'radio',
          choices: [
            { value: 'none', label: 'No wishes' },
            { value: 'other', label: 'Other' },
          ],
        },
        {
          name: 'dietNote',
          label: 'Which?',
          type: 'text',
          required: true,
          visibleIf: { field: 'diet', in: ['other'] },
        },
        { name: 'terms', label: 'I accept the rules', type: 'consent', required: true },
      ],
    },
  ],
}

describeInBrowser('the registration page', (running) => {
  let full: string
  beforeAll(async () => {
    const session = (code: string, room: string) => ({
      code,
      title: `Session ${code}`,
      room,
      start: '2031-05-06T10:00:00+02:00',
      end: '2031-05-06T11:00:00+02:00',
      capacity: 5,
    })
    full = await openEvent(running(), {
      event: {
        description: 'Two days.',
        maxGuests: 2,
        capacity: 20,
        venue: { name: 'Hall', address: 'Street 1' },
        contact: { name: 'Desk', email: 'desk@example.org' },
      },
      registrationTypes: [
        { name: 'Standard', code: 'STD', description: 'For everyone' },
        { name: 'Speaker', code: 'SPK' },
      ],
      sessions: [session('A', 'R1'), session('B', 'R2')],
      optionGroups: [
        {
          ref: 'dinner',
          name: 'Dinner',
          required: true,
          options: [
            { name: 'Tuesday', code: 'TUE', capacity: 3, maxPerRegistration: 2 },
            { name: 'No dinner', code: 'NO' },
          ],
        },
      ],
      form,
    })
  })

  it('says at the guests that a group is too large, at the form, with a script and without', async () => {
    const code = await openEvent(running(), {
      event: { maxGuests: 2, capacity: 20, waitlistEnabled: true },
      registrationTypes: [{ name: 'Small', code: 'SML', capacity: 2 }],
    })
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await running().open(`/e/${code}`, { javaScriptEnabled })
      const fill = async (at: number, name: string) => {
        await page.getByLabel('First name').nth(at).fill(name)
        await page.getByLabel('Last name').nth(at).fill('Example')
      }
      await fill(0, 'Ada')
      await page.getByLabel('E-mail').first().fill('ada@example.org')
      for (const at of [1, 2]) {
        await page.getByRole('button', { name: 'Add a guest' }).click()
        await fill(at, `Guest ${at}`)
      }
      await page.getByRole('button', { name: 'Register', exact: true }).last().click()
      const error = page.getByText('Your group is larger than the number of places.', { exact: false })
      await error.waitFor()
      const formTop = () => page.locator('#register').evaluate((form) => form.getBoundingClientRect().top)
      await expect.poll(formTop).toBeLessThan(100)
      await page.getByRole('button', { name: 'Remove guest 2' }).click()
      await expect.poll(() => error.count()).toBe(0)
    }
  })

  it('registers with a script: tells errors at once, hides what does not count, and shows the ticket', async () => {
    const { page, complaints, asked } = await running().open(`/e/${full}`, { timezoneId: 'Asia/Tokyo' })
    await page.getByText('In your time zone:').waitFor()
    await page.getByRole('link', { name: 'Register now' }).click()
    await page.getByLabel('E-mail address').fill('ada@')
    await page.getByLabel('First name').focus()
    await page.getByText('Please enter a valid e-mail address').waitFor()
    expect(await page.getByLabel('Which?').count()).toBe(0)
    await page.getByRole('radio', { name: 'Other' }).check()
    await page.getByLabel('Which?').fill('No nuts')
    await page.getByRole('checkbox', { name: /Session A/ }).check()
    await page.getByRole('checkbox', { name: /Session B/ }).check()
    await page.getByText('Overlaps with “Session A”.').waitFor()
    await page.getByText('Overlaps with “Session B”.').waitFor()
    await page.getByRole('button', { name: 'Register', exact: true }).last().click()
    await page.getByText('Please check the highlighted fields.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('firstName')
    await page.getByRole('checkbox', { name: /Session B/ }).uncheck()
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Example')
    await page.getByLabel('E-mail address').fill('ada@example.org')
    await page.getByLabel('What do you do?').fill('Engineer')
    await page.getByLabel('I accept the rules').check()
    await page.getByRole('radio', { name: /Tuesday/ }).check()
    expect(await page.getByText(/Overlaps with/).count()).toBe(0)
    const chosen = await page.getByRole('region', { name: 'Your choices' }).innerText()
    expect(chosen.split(/\n+/)).toEqual([
      ...['Your choices', 'Ticket type', 'Standard', 'Dinner', 'Tuesday'],
      ...['Sessions', 'Tue, 10:00–11:00 Session A'],
    ])
    await page.getByRole('button', { name: 'Register', exact: true }).last().click()
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    await page.getByText('ada@example.org').waitFor()
    // Loading the page again sends nothing again, and the address is not kept.
    expect(new URL(page.url()).pathname).toBe(`/e/${full}/sent`)
    await page.reload()
    await page.getByText('the address you entered').waitFor()
    expect(await page.getByText('ada@example.org').count()).toBe(0)
    const { link } = await lastMail(running(), 'ada@example.org', /You’re registered/)
    await page.goto(link)
    await page.getByText('Your place is confirmed').waitFor()
    await page.getByAltText('Ticket for Ada Example').waitFor()
    await page.getByText('Dinner: Tuesday').waitFor()
    expect(complaints).toEqual([])
    expect([...new Set(asked.map((address) => new URL(address).origin))]).toEqual([running().url])
  })

  it('registers without a script, and keeps what was typed', async () => {
    const { page } = await running().open(`/e/${full}`, { javaScriptEnabled: false, locale: 'de-DE' })
    await page.getByLabel('Which?').fill('egal')
    await page.getByLabel('Vorname').fill('Grace')
    await page.getByLabel('Nachname').fill('Beispiel')
    await page.getByLabel('E-Mail-Adresse').fill('grace@example.org')
    await page.getByRole('button', { name: 'Begleitung hinzufügen' }).click()
    expect(await page.getByLabel('Vorname').first().inputValue()).toBe('Grace')
    await page.getByLabel('Vorname').last().fill('Alan')
    await page.getByLabel('Nachname').last().fill('Gast')
    await page.getByLabel('What do you do?').fill('x'.repeat(1))
    await page.getByLabel('I accept the rules').check()
    await page.getByRole('radio', { name: 'No dinner' }).check()
    await page.getByRole('radio', { name: 'Speaker' }).check()
    await page.getByRole('link', { name: 'Español' }).waitFor()
    await page.locator('.actions button').click()
    await page.getByRole('heading', { name: 'Bitte prüfen Sie Ihre E-Mails' }).waitFor()
    await page.getByText('grace@example.org').waitFor()
    const { link, subject } = await lastMail(running(), 'grace@example.org', /You’re registered/)
    expect(subject).toBe('You’re registered: Keys and Badges')
    await page.goto(`${link}?lang=fr`)
    await page.getByText('Votre place est confirmée').waitFor()
    expect(await page.getByRole('img').count()).toBe(2)
  })

  it.each([true, false])(
    'shows a new guest, and what is short of places when it refuses a form (script: %s)',
    async (script) => {
      const code = await openEvent(running(), {
        event: { maxGuests: 2 },
        sessions: [
          {
            code: 'W',
            title: 'Workshop',
            start: '2031-05-06T10:00:00+02:00',
            end: '2031-05-06T11:00:00+02:00',
            capacity: 1,
          },
        ],
      })
      const { page } = await running().open(`/e/${code}`, { javaScriptEnabled: script })
      await page.getByRole('button', { name: 'Add a guest' }).click()
      await page.getByLabel('First name').last().fill('Alan')
      await page.getByLabel('Last name').last().fill('Guest')
      await page.getByLabel('First name').first().fill('Ada')
      await page.getByLabel('Last name').first().fill('Example')
      await page.getByLabel('E-mail address').first().fill('ada@example.org')
      await page.getByRole('checkbox', { name: /Workshop/ }).check()
      await page.locator('form .actions button').click()
      const alert = page.getByRole('alert')
      await alert.getByText('there aren’t enough places').waitFor()
      expect(await alert.getByRole('listitem').allInnerTexts()).toEqual([
        'Workshop: 1 place left, you need 2',
      ])
    },
  )

  it('counts no places of types once the event is full, and says the same on both buttons', async () => {
    const suite = running()
    const code = await openEvent(suite, {
      event: { capacity: 1, waitlistEnabled: true },
      registrationTypes: [
        { code: 'STANDARD', name: 'Standard', capacity: 10 },
        { code: 'STUDENT', name: 'Student', capacity: 86 },
      ],
    })
    const register = async (email: string) => {
      const { page } = await suite.open(`/e/${code}`)
      await page.getByRole('radio', { name: 'Standard' }).check()
      await page.getByLabel('First name').fill('Grace')
      await page.getByLabel('Last name').fill('Example')
      await page.getByLabel('E-mail address').fill(email)
      await page.locator('form .actions button').click()
      await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    }
    const before = await suite.open(`/e/${code}`)
    await before.page.getByText('86 left').waitFor()
    await register('first@example.net')
    const { page } = await suite.open(`/e/${code}`)
    await page.getByText('Full, waiting list open').waitFor()
    expect(await page.getByText(/\d+ left/).count()).toBe(0)
    await page.getByRole('link', { name: 'Join the waiting list' }).waitFor()
    await page.getByRole('button', { name: 'Join the waiting list' }).waitFor()
    expect(await page.getByText('Register now').count()).toBe(0)
  })

  it.each([
    [true, 'Student Full, waiting list open'],
    [false, 'Student none left'],
  ])(
    'says what a full type means for those who choose it (waiting list: %s)',
    async (waitlistEnabled, words) => {
      const code = await openEvent(running(), {
        event: { waitlistEnabled },
        registrationTypes: [
          { code: 'STANDARD', name: 'Standard' },
          { code: 'STUDENT', name: 'Student', capacity: 0 },
        ],
      })
      const { page } = await running().open(`/e/${code}`)
      await page.getByRole('radio', { name: words, exact: true }).waitFor()
    },
  )

  it('goes from full to the waiting list, and from a cancelled place to a new one', async () => {
    const suite = running()
    const code = await openEvent(suite, { event: { capacity: 1, waitlistEnabled: true } })
    const register = async (name: string) => {
      const { page } = await suite.open(`/e/${code}`)
      const button = page.locator('.actions button.primary')
      const words = await button.innerText()
      await page.getByLabel('First name').fill(name)
      await page.getByLabel('Last name').fill('Example')
      await page.getByLabel('E-mail address').fill(`${name}@example.net`)
      await button.click()
      await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
      return { page, words }
    }
    const first = await register('one')
    const second = await register('two')
    expect([first.words, second.words]).toEqual(['Register', 'Join the waiting list'])
    const waiting = await lastMail(suite, 'two@example.net', /waiting list/)
    await second.page.goto(waiting.link)
    await second.page.getByText('You’re number 1 on the waiting list.').waitFor()
    const holding = await lastMail(suite, 'one@example.net', /You’re registered/)
    await first.page.goto(holding.link)
    await first.page.getByRole('link', { name: 'Cancel registration' }).click()
    await first.page.getByRole('button', { name: 'Cancel registration' }).click()
    await first.page.getByText('Your registration is cancelled.').waitFor()
    await lastMail(suite, 'two@example.net', /You have a place/)
    await second.page.reload()
    await second.page.getByAltText('Ticket for two Example').waitFor()
  })

  it('keeps what was typed when the language is changed', async () => {
    const { page, complaints } = await running().open(`/e/${full}`)
    const inGerman = page.getByRole('link', { name: 'Deutsch' })
    await inGerman.click()
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Register', exact: true }).waitFor()
    await page.getByLabel(/^First name/).fill('Ada')
    await page.getByRole('radio', { name: /^No dinner/ }).check()
    await inGerman.click()
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    expect(await page.getByLabel(/^Vorname/).inputValue()).toBe('Ada')
    await page.getByRole('link', { name: 'Français' }).click()
    await page.getByRole('heading', { name: 'S’inscrire' }).waitFor()
    expect(await page.getByLabel(/^Prénom/).inputValue()).toBe('Ada')
    expect(await page.getByRole('radio', { name: /^No dinner/ }).isChecked()).toBe(true)
    expect(await page.locator('[aria-invalid="true"], .notice.bad').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('changes a registration by its link', async () => {
    const suite = running()
    const code = await openEvent(suite, { form })
    const { page, complaints } = await suite.open(`/e/${code}`)
    await page.getByLabel('First name').fill('Ida')
    await page.getByLabel('Last name').fill('Example')
    await page.getByLabel('E-mail address').fill('ida@example.org')
    await page.getByLabel('What do you do?').fill('Cook')
    await page.getByLabel('I accept the rules').check()
    await page.locator('.actions button.primary').dblclick()
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    const { link } = await lastMail(suite, 'ida@example.org', /You’re registered/)
    await page.goto(link)
    await page.getByRole('link', { name: 'Change registration' }).click()
    expect(await page.getByLabel('What do you do?').inputValue()).toBe('Cook')
    await page.getByLabel('What do you do?').fill('')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Please fill this in.').waitFor()
    await page.getByLabel('What do you do?').fill('Baker')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Your changes are saved.').waitFor()
    await page.getByRole('link', { name: 'Change registration' }).click()
    expect(await page.getByLabel('What do you do?').inputValue()).toBe('Baker')
    expect(complaints).toEqual([])
  })

  it('shows hostile texts as they are, and runs none', async () => {
    const suite = running()
    const evil = '<script>document.title="x"</script><img src=x onerror=alert(1)>{{7*7}}\u202e</script>'
    const code = await openEvent(suite, {
      event: {
        title: `T ${evil}`,
        description: evil,
        venue: { name: evil },
        contact: { name: evil, email: 'a@example.org' },
        maxGuests: 1,
      },
      sessions: [
        {
          code: 'A',
          title: evil,
          room: evil,
          description: evil,
          start: '2031-05-06T10:00:00+02:00',
          end: '2031-05-06T11:00:00+02:00',
        },
      ],
      form: { sections: [{ title: evil, fields: [{ name: 'x', label: evil, help: evil, type: 'text' }] }] },
    })
    const { page, complaints } = await suite.open(`/e/${code}`)
    await page.getByLabel('First name').fill(evil)
    await page.getByLabel('Last name').fill(evil)
    await page.getByLabel('E-mail address').fill('evil@example.org')
    await page.locator('input[name="a.x"]').fill(evil)
    await page.locator('.actions button.primary').click()
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    const { link } = await lastMail(suite, 'evil@example.org', /You’re registered/)
    await page.goto(link)
    await page.getByText('Your place is confirmed').waitFor()
    expect(await page.title()).toContain('Your registration · \u2068T <script>')
    await page.goto(`${link}/change`)
    expect(await page.locator('input[name="a.x"]').inputValue()).toBe(evil)
    expect(await page.locator('#app img[src="x"], #app script').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('keeps its button in reach on a phone, and off the field that is being filled in', async () => {
    const phone = { viewport: { width: 360, height: 740 } }
    const { page } = await running().open(`/e/${full}#register`, phone)
    const button = page.locator('.actions.sticky button.primary')
    const fields = page.locator('form :is(input:not([type=hidden]), select, textarea)')
    await page.getByLabel('First name').focus()
    const bar = await page.locator('.actions.sticky').boundingBox()
    expect((await button.boundingBox())?.y).toBeLessThan(740)
    for (let turn = await fields.count(); turn > 0; turn--) {
      await page.keyboard.press('Tab')
      const end = await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? 0)
      const isOfBar = await page.evaluate(() => document.activeElement?.closest('.sticky') !== null)
      if (isOfBar) break
      expect(end).toBeLessThanOrEqual(bar?.y ?? 0)
    }
    // A keyboard that makes the page low leaves no room for it.
    await page.setViewportSize({ width: 360, height: 380 })
    await page.getByLabel('First name').scrollIntoViewIfNeeded()
    expect((await button.boundingBox())?.y).toBeGreaterThan(380)
  })

  it('keeps nobody out', async () => {
    const suite = running()
    const { page, complaints } = await suite.open(`/e/${full}`)
    await page.getByRole('button', { name: 'Add a guest' }).click()
    await expectOpenToAllInBothSizes(page)
    await page.locator('.actions button.primary').click()
    await page.getByText('Please check the highlighted fields.').waitFor()
    await expectOpenToAllInBothSizes(page)
    await page.goto(`${suite.url}/e/${full}/sent`)
    await expectOpenToAllInBothSizes(page)
    const { link } = await lastMail(suite, 'ada@example.org', /You’re registered/)
    for (const path of ['', '/change', '/cancel']) {
      await page.goto(link + path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await expectOpenToAllInBothSizes(page)
    }
    expect(complaints).toEqual([])
    const lost = await suite.open('/e/NOWHERE')
    await lost.page.getByText('Page not found').waitFor()
    await expectOpenToAllInBothSizes(lost.page)
  })
})
