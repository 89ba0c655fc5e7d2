import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { lanyardHere } from '../../app/commands/program.ts'
import { wrongNumber } from '../../issuer/scene.ts'
import { makeIdentity, newAsker, verifyAnswer } from '../asker.ts'
import { expectOpenToAllInBothSizes } from '../barriers.ts'
import { describeInBrowser } from '../chromium.ts'
import { expectOnFirstScreen, phone } from '../first-screen.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const PIN = '271828'
const number = (page: Page) => page.getByLabel('Number on the other screen')
const approve = (page: Page) => page.getByRole('button', { name: 'Approve' }).click()
const deny = (page: Page) => page.getByRole('button', { name: 'Deny', exact: true }).click()

describeInBrowser('login requests in the authenticator', (running) => {
  /** Somebody with an identity, whose first page waits for what comes. */
  async function newUser(options = {}) {
    const visit = await running().open('/authenticator', options)
    const sub = await makeIdentity(visit.page)
    await goHome(visit.page)
    await visit.page.getByText('No requests').waitFor()
    return { ...visit, sub }
  }

  const goHome = (page: Page) => page.getByRole('link', { name: 'Home', exact: true }).click()
  const openRequest = (page: Page, name: string | RegExp = /Sign-in request/) =>
    page.locator('.waiting-list').getByRole('link', { name }).click()
  const openHistory = (page: Page) => page.getByRole('link', { name: 'History' }).first().click()

  it('appear by themselves, and are approved with the number: the application gets a token that verifies', async () => {
    const { url } = running()
    const [asker, { page, sub, complaints, asked }] = [await newAsker(running()), await newUser()]
    const created = await asker.ask({ sub, scope: 'name~r email shoe_size', message: 'Sign in', nonce: 'n1' })
    await openRequest(page, /Little Shop/)
    await heading(page, 'Sign-in request').waitFor()
    await page.getByText('not verified', { exact: true }).waitFor()
    await page.getByText('Details', { exact: true }).click()
    await page.getByText(asker.fingerprint).waitFor()
    await page.getByText(/^[45]:\d\d left$/).waitFor()
    await page.getByRole('button', { name: 'Change: What you share' }).click()
    expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
    await page.getByLabel('Name to share').fill('Ada Lovelace')
    await page.getByLabel('shoe_size', { exact: true }).check()
    await page.getByLabel('shoe_size to share').fill('38')
    await number(page).fill(created.number)
    await approve(page)
    await heading(page, 'Approved').waitFor()
    await page.getByText('Shared: Name, shoe_size').waitFor()

    const { status, token = '' } = await asker.result(created)
    expect(status).toBe('completed')
    const answer = await verifyAnswer(url, token, asker.fingerprint)
    expect(answer).toMatchObject({ sub, nonce: 'n1', scope: 'name~r email shoe_size' })
    expect(answer.claims).toEqual({ name: 'Ada Lovelace', shoe_size: '38' })

    await openHistory(page)
    await page.getByText('approved', { exact: true }).waitFor()
    await page.getByText('Shared: Name, shoe_size').waitFor()
    await page.reload()
    await page.getByText('Little Shop').waitFor()
    expect(complaints).toEqual([])
    expect([...new Set(asked.map((address) => new URL(address).origin))]).toEqual([url])
  })

  it('of an application that asks for the same again need the number alone, until it is blocked', async () => {
    const [asker, { page, sub }] = [await newAsker(running()), await newUser()]
    const scope = 'name~r shoe_size'
    const answer = async (created: Awaited<ReturnType<typeof asker.ask>>) => {
      await number(page).fill(created.number)
      await approve(page)
      await heading(page, 'Approved').waitFor()
      return (await verifyAnswer(running().url, (await asker.result(created)).token ?? '', asker.fingerprint))
        .claims
    }
    const ask = async (wanted: string) => {
      const created = await asker.ask({ sub, scope: wanted })
      await goHome(page)
      await openRequest(page)
      return created
    }
    const first = await ask(scope)
    await page.getByLabel('shoe_size', { exact: true }).check()
    await page.getByLabel('shoe_size to share').fill('38 and a half')
    const shared = await answer(first)
    expect(shared).toEqual({ name: 'Ada', shoe_size: '38 and a half' })
    expect(await readSettings(page)).not.toContain('38 and a half')

    await lockAndUnlock(page)
    const second = await ask(scope)
    await page.getByText('Shares your name and shoe_size, as last time').waitFor()
    expect(await answer(second)).toEqual(shared)

    const third = await ask(scope)
    await page.getByRole('button', { name: 'Change: What you share' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await page.getByLabel('shoe_size', { exact: true }).uncheck()
    expect(await answer(third)).toEqual({ name: 'Ada' })
    await ask('name~r shoe_size~r')
    await page.getByLabel('shoe_size to share').waitFor()
    await page.getByRole('button', { name: 'Block this application' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deny and block' }).click()
    await page.getByRole('button', { name: 'Unblock' }).click()
    await page.getByText('Application unblocked.').waitFor()
    const { ticket } = await asker.ask({ scope })
    await page.goto(`${running().url}/authenticator#/job/${ticket}`)
    await unlock(page)
    await page.getByLabel('shoe_size', { exact: true }).waitFor()
  })

  it('share a proven address by the word of the issuer', async () => {
    const { url, place } = running()
    const [asker, { page, sub }] = [await newAsker(running()), await newUser()]
    await page.goto(`${url}/authenticator/identities/${sub}`)
    await page.getByRole('button', { name: 'Verify: E-mail' }).click()
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Code').waitFor()
    const { stdout } = await lanyardHere(place, ['outbox', '--to', 'ada@example.com', '--json'])
    await page.getByLabel('Code').fill(/\b\d{6}\b/.exec(stdout)?.[0] ?? '')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText(/^verified until/).waitFor()
    const created = await asker.ask({ sub, scope: 'email~r' })
    await goHome(page)
    await openRequest(page)
    await page.locator('.claims').getByText('verified', { exact: true }).waitFor()
    await number(page).fill(created.number)
    await approve(page)
    await heading(page, 'Approved').waitFor()
    const { receipt = '' } = await asker.result(created)
    const [, payload = ''] = receipt.split('.')
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ verified: ['email'] })
  })

  it('are denied', async () => {
    const [asker, { page, sub }] = [await newAsker(running()), await newUser()]
    const created = await asker.ask({ sub, scope: 'name' })
    await openRequest(page)
    await deny(page)
    await heading(page, 'Denied').waitFor()
    expect(await asker.result(created)).toMatchObject({ status: 'denied' })
    const told = await page.getByText(/Little Shop.* can ask you again in \d+ seconds/).textContent()
    const refused = await asker.ask({ sub, scope: 'name' }).catch((error: Error) => error.message)
    expect(refused).toMatch(/429|lately/)
    expect(Number(/\d+(?= seconds)/.exec(told ?? '')?.[0])).toBeLessThanOrEqual(60)
    await openHistory(page)
    await page.getByText('denied', { exact: true }).waitFor()
  })

  it('say how many tries are left, and end with the third wrong number', async () => {
    const [asker, { page, sub }] = [await newAsker(running()), await newUser()]
    const created = await asker.ask({ sub, scope: 'name' })
    await openRequest(page)
    await approve(page)
    await page.getByText('Enter two digits.').waitFor()
    for (const words of [/2 tries left/, /1 try left/]) {
      await number(page).fill(wrongNumber(created))
      await approve(page)
      await page.getByText(words).waitFor()
      await expect.poll(() => number(page).evaluate((box) => box === document.activeElement)).toBe(true)
    }
    expect(await asker.read(created)).toMatchObject({ status: 'outstanding' })
    await number(page).fill(wrongNumber(created))
    await approve(page)
    await heading(page, 'Denied: wrong number').waitFor()
    expect(await asker.result(created)).toMatchObject({ status: 'denied' })
  })

  it('go away when their time is up, and history says so', async () => {
    const [asker, { page, sub }] = [await newAsker(running()), await newUser()]
    await asker.ask({ sub, scope: 'name', expires_in: 30 })
    await openRequest(page)
    await page.getByText(/^0:\d\d left$/).waitFor()
    await heading(page, 'Request expired').waitFor({ timeout: 60_000 })
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await page.getByText('No requests').waitFor()
    await openHistory(page)
    await page.getByText('not answered', { exact: true }).waitFor()
  })

  it('end before the eyes of the user when the application takes them back', async () => {
    const [asker, { page, sub }] = [await newAsker(running()), await newUser()]
    const created = await asker.ask({ sub, scope: 'name' })
    await openRequest(page)
    await number(page).waitFor()
    await asker.cancel(created)
    await heading(page, 'Request cancelled').waitFor()
  })

  it('are taken up by a link, which stays out of every address that is asked for', async () => {
    const { url, open } = running()
    const asker = await newAsker(running())
    const created = await asker.ask({ scope: 'name~r' })
    const { page, asked } = await open(created.link.replace(/^.*(?=\/authenticator)/, ''))
    await page.getByText('Create an identity to answer').waitFor()
    await page.getByLabel('Name').fill('Grace')
    await page.getByRole('button', { name: 'Create identity' }).click()
    await number(page).fill(created.number)
    expect(await page.getByLabel('Name to share').inputValue()).toBe('Grace')
    await approve(page)
    await heading(page, 'Approved').waitFor()
    const { token = '' } = await asker.result(created)
    expect((await verifyAnswer(url, token, asker.fingerprint)).claims).toEqual({ name: 'Grace' })
    const pages = asked.filter((address) => !address.startsWith(`${url}/issuer/`))
    expect(pages.filter((address) => address.includes(created.ticket))).toEqual([])
  })

  it('of nobody in particular say so', async () => {
    const { url } = running()
    const { page } = await newUser()
    const response = await fetch(`${url}/issuer/scope`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scope: 'name' }),
    })
    const { ticket, number: right } = (await response.json()) as { ticket: string; number: string }
    await page.goto(`${url}/authenticator#/job/${ticket}`)
    await page.getByText('Unknown application').waitFor()
    await number(page).fill(right)
    await approve(page)
    await page.getByText('Only the ID of your identity was shared').waitFor()
  })

  it('of an unknown ticket are told kindly', async () => {
    const { page } = await running().open(`/authenticator#/job/${'x'.repeat(20)}`)
    await heading(page, 'Request not found').waitFor()
  })

  it('are refused with “this was not me”: denied, the application blocked, and unblocked in the settings', async () => {
    const [asker, { page, sub }] = [await newAsker(running()), await newUser()]
    const created = await asker.ask({ sub, scope: 'name' })
    await openRequest(page)
    await page.getByRole('button', { name: 'This wasn’t me' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deny and block' }).click()
    await heading(page, 'Denied').waitFor()
    expect(await asker.result(created)).toMatchObject({ status: 'denied' })
    await page.getByRole('link', { name: 'Open identity' }).click()
    await heading(page, 'Ada').waitFor()
    await openHistory(page)
    await page.getByText('not me', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Unblock' }).waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Blocked applications' }).waitFor()
    await page.getByRole('button', { name: 'Unblock' }).click()
    await page.getByText('Application unblocked.').waitFor()
    await page.getByText('You haven’t blocked any applications.').waitFor()
    expect(await page.getByRole('button', { name: 'Unblock' }).count()).toBe(0)
  })

  it('of a blocked application do not appear', async () => {
    const [asker, other, { page, sub }] = [
      await newAsker(running()),
      await newAsker(running(), 'Other Shop'),
      await newUser(),
    ]
    await asker.ask({ sub, scope: 'name' })
    const second = await asker.ask({ sub, scope: 'name', message: 'second' })
    await page.getByText('second').waitFor()
    await openRequest(page, /second/)
    await page.getByRole('button', { name: 'Block this application' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deny and block' }).click()
    await heading(page, 'Denied').waitFor()
    expect(await asker.result(second)).toMatchObject({ status: 'denied' })
    await other.ask({ sub, scope: 'name' })
    await goHome(page)
    await page.getByText('Other Shop').waitFor()
    expect(await page.getByText('Little Shop').count()).toBe(0)
  })

  it('mark the name that an operator verified', async () => {
    const [asker, { page, sub }] = [await newAsker(running()), await newUser()]
    await lanyardHere(running().place, ['application', 'verify', asker.fingerprint])
    await asker.ask({ sub, scope: 'name' })
    await openRequest(page)
    await page.getByText('verified', { exact: true }).waitFor()
    await page.getByText('The operator of this server has checked this name.').waitFor()
  })

  it('come to every identity of the device, and say which one answers', async () => {
    const [asker, { page, sub }] = [await newAsker(running()), await newUser()]
    await page.getByRole('link', { name: 'Identities' }).click()
    await page.getByText('Create another identity').click()
    const second = await makeIdentity(page, 'Work')
    await goHome(page)
    await asker.ask({ sub, scope: 'name', message: 'for the first' })
    await asker.ask({ sub: second, scope: 'name', message: 'for the second' })
    await page.getByRole('link', { name: /for the first.*Signing in as Ada/ }).waitFor()
    await openRequest(page, /for the second/)
    await page.getByText('Signing in as Work').waitFor()
    const open = await asker.ask({ scope: 'name' })
    await page.goto(`${running().url}/authenticator#/job/${open.ticket}`)
    await page.getByLabel('Signing in as').selectOption('Work')
    await number(page).fill(open.number)
    await approve(page)
    await heading(page, 'Approved').waitFor()
    const { token = '' } = await asker.result(open)
    expect((await verifyAnswer(running().url, token, asker.fingerprint)).sub).toBe(second)
  })

  it('tell a revoked identity', async () => {
    const [asker, { page, sub }] = [await newAsker(running()), await newUser()]
    const created = await asker.ask({ scope: 'name' })
    await page.goto(`${running().url}/authenticator#/job/${created.ticket}`)
    await number(page).fill(created.number)
    await revoke(page, sub)
    await approve(page)
    await page.getByText('This identity has been deactivated').waitFor()
    await goHome(page)
    await page.getByText('has been deactivated and no longer receives requests').waitFor()
  })

  it('tell that the server is out of reach, and go on when it is back', async () => {
    const [asker, { page, context, sub }] = [await newAsker(running()), await newUser()]
    const created = await asker.ask({ sub, scope: 'name' })
    await openRequest(page)
    await number(page).fill(created.number)
    await context.setOffline(true)
    await approve(page)
    await page.getByText('Can’t reach the server').waitFor()
    await context.setOffline(false)
    await approve(page)
    await heading(page, 'Approved').waitFor()
    expect(await asker.result(created)).toMatchObject({ status: 'completed' })
  })

  it('are approved when the answer reached the issuer and its own answer was lost', async () => {
    const [asker, { page, context, sub }] = [await newAsker(running()), await newUser()]
    const created = await asker.ask({ sub, scope: 'name' })
    await openRequest(page)
    await number(page).fill(created.number)
    await context.route('**/issuer/scope/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await approve(page)
    await heading(page, 'Approved').waitFor()
    expect(await asker.result(created)).toMatchObject({ status: 'completed' })
  })

  it('come to many identities in several windows, though a browser holds few connections', async () => {
    const [asker, { page, context }] = [await newAsker(running()), await newUser()]
    let last = ''
    for (const name of ['Bob', 'Cid', 'Dan', 'Eve', 'Fay', 'Gil']) {
      await page.goto(`${running().url}/authenticator/identities`)
      await page.getByText('Create another identity').click()
      last = await makeIdentity(page, name)
    }
    const second = await context.newPage()
    for (const window of [page, second]) {
      await window.goto(`${running().url}/authenticator`)
      await window.getByText('No requests').waitFor()
    }
    const created = await asker.ask({ sub: last, scope: 'name', message: 'for Gil' })
    for (const window of [page, second]) await openRequest(window, /for Gil/)
    await number(second).fill(created.number)
    await approve(second)
    await heading(second, 'Approved').waitFor()
    await heading(page, 'Already answered').waitFor()
  })

  it('show a hostile name and message as they are, and nothing comes of them', async () => {
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
    const turned = '\u202Ereversed\u202C'
    const asker = await newAsker(running(), `${hostile} ${'Bank '.repeat(20)}`.slice(0, 100))
    const { page, sub, complaints, asked } = await newUser({ viewport: { width: 360, height: 740 } })
    const message = `${turned} **bold** [a](javascript:alert(1)) ${'W'.repeat(80)}`.slice(0, 140)
    const created = await asker.ask({ sub, scope: 'constructor toString~r', message })
    await page.getByText('<img src=x').waitFor()
    await openRequest(page)
    await number(page).waitFor()
    expect(await isSeen(page, 'not verified')).toBe(true)
    expect(await page.locator('main img, main script, main a[href^="javascript"]').count()).toBe(0)
    const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(surplus).toBeLessThanOrEqual(0)
    await page.getByLabel('toString to share').fill('x')
    await number(page).fill(created.number)
    await approve(page)
    await heading(page, 'Approved').waitFor()
    await openHistory(page)
    await page.getByText('<img src=x').waitFor()
    expect(await page.title()).toBe('History · Lanyard Authenticator')
    expect(complaints).toEqual([])
    expect([...new Set(asked.map((address) => new URL(address).origin))]).toEqual([running().url])
  })

  it('can be answered with the keyboard alone', async () => {
    const [asker, { page, sub }] = [await newAsker(running()), await newUser()]
    const created = await asker.ask({ sub, scope: 'name' })
    await openRequest(page)
    await number(page).waitFor()
    for (let step = 0; step < 40; step++) {
      if (await number(page).evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.type(created.number)
    await page.keyboard.press('Enter')
    await heading(page, 'Approved').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })

  it.each(['name~r email', 'name~r email phone birthdate'])(
    'fit on the screen of a phone, with the number and the buttons: %s',
    async (scope) => {
      const [asker, { page, sub }] = [await newAsker(running()), await newUser({ viewport: phone })]
      await asker.ask({ sub, scope, message: 'Sign in to your account at Little Shop in the old town' })
      await openRequest(page)
      await expectOnFirstScreen(page, page.getByRole('button', { name: 'Deny', exact: true }))
      await expectOnFirstScreen(page, page.getByRole('button', { name: 'Approve' }))
      for (const language of ['de', 'fr', 'es']) {
        await page.evaluate((tag) => localStorage.setItem('lanyard-language', tag), language)
        await page.reload()
        await expectOnFirstScreen(page, page.locator('.answer-buttons'))
      }
    },
  )

  it('keep nobody out', async () => {
    const asker = await newAsker(running())
    const { page, sub } = await newUser({ colorScheme: 'light' })
    await expectOpenToAllInBothSizes(page)
    await asker.ask({ sub, scope: 'name~r email phone', message: 'Sign in to Little Shop' })
    await page.getByText('Little Shop').first().waitFor()
    await expectOpenToAllInBothSizes(page)
    await openRequest(page)
    await page.getByRole('button', { name: 'Change: What you share' }).click()
    await page.getByLabel('E-mail address', { exact: true }).check()
    await number(page).fill('1')
    await approve(page)
    await page.getByText('Enter two digits.').waitFor()
    await expectOpenToAllInBothSizes(page)
    await page.getByRole('button', { name: 'This wasn’t me' }).click()
    await page.getByRole('dialog').waitFor()
    await expectOpenToAllInBothSizes(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Deny and block' }).click()
    await heading(page, 'Denied').waitFor()
    await expectOpenToAllInBothSizes(page)
    await openHistory(page)
    await expectOpenToAllInBothSizes(page)
  })
})

/** Whether the words are on top at the place where they stand: a box may cut them off. */
function isSeen(page: Page, words: string): Promise<boolean> {
  return page.getByText(words, { exact: true }).evaluate((element) => {
    element.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
}

/** Another key seals everything from now on. */
async function lockAndUnlock(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Lock with a PIN' }).click()
  for (const label of ['New PIN', 'Repeat PIN']) await page.getByLabel(label).fill(PIN)
  await page.getByRole('button', { name: 'Turn on lock' }).click()
  await page.getByText('The app is locked with a PIN.').waitFor()
  await page.reload()
  await unlock(page)
  await heading(page, 'Settings').waitFor()
}

async function unlock(page: Page): Promise<void> {
  await page.getByLabel('PIN').fill(PIN)
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
}

/** What lies beside the settings in the browser's database, as somebody with its files reads it. */
function readSettings(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('lanyard-authenticator')
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result)
    })
    const reading = database.transaction('settings').objectStore('settings').getAll()
    const records = await new Promise<Record<string, unknown>[]>((resolve) => {
      reading.onsuccess = () => resolve(reading.result)
    })
    const sealed = records.flatMap((record) => (record.sealed instanceof ArrayBuffer ? [record.sealed] : []))
    return sealed.map((bytes) => new TextDecoder('latin1').decode(bytes)).join() + JSON.stringify(records)
  })
}

/** As if it had been lost and revoked from elsewhere. */
async function revoke(page: Page, sub: string): Promise<void> {
  await page.evaluate(async (id) => {
    const opening = indexedDB.open('lanyard-authenticator')
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result)
    })
    const reading = database.transaction('identities').objectStore('identities').get(id)
    const { secret } = await new Promise<{ secret: string }>((resolve) => {
      reading.onsuccess = () => resolve(reading.result)
    })
    await fetch(`/issuer/key/${id}`, { method: 'DELETE', headers: { 'x-revocation-secret': secret } })
  }, sub)
}
