import { Buffer } from 'node:buffer'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createHotp, stepAt } from '../../../src/twofactor/devices/totp.ts'
import { createApiKey } from '../../app/commands/program.ts'
import { makeIdentity } from '../asker.ts'
import { expectOpenToAllInBothSizes, findBarriers } from '../barriers.ts'
import { type BrowserSuite, describeInBrowser } from '../chromium.ts'
import { openGateway } from '../gateway.ts'

const SECRET = 'JBSWY3DPEHPK3PXP'
const SEED = Uint8Array.from([0x48, 0x65, 0x6c, 0x6c, 0x6f, 0x21, 0xde, 0xad, 0xbe, 0xef])
const LINK = `otpauth://totp/Example:alice?secret=${SECRET}&issuer=Example`

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const codeOf = async (page: Page) => ((await page.locator('.digits').textContent()) ?? '').replace(/\D/g, '')

/** An application with a user, as its own server sees them. */
async function createApplication({ url, place }: BrowserSuite) {
  const key = await createApiKey(place, 'twofactor', { name: 'Bank' })
  const call = async (method: string, path: string, body?: string) => {
    const answer = await fetch(`${url}/twofactor/protected/json${path}`, {
      method,
      headers: {
        'x-twofactor-api-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const user = await call('POST', '/users/new', 'user[cellphone]=775-461-5609&user[country_code]=1')
  const id = (user.body as { twofactor_id: number }).twofactor_id
  return {
    id,
    call,
    verify: (code: string) => call('GET', `/verify/${code}/${id}`),
    async enrolment() {
      const { body } = await call('POST', `/users/${id}/enrolments`, '')
      return (body as { enrolment: { code: string; url: string; qr_code: string } }).enrolment
    },
  }
}

const pictureOf = (dataUrl: string) => ({
  name: 'code.png',
  mimeType: 'image/png',
  buffer: Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'),
})

/** Run in the page: its camera films a picture, a little askew. The browser has none of its own here. */
async function showToCamera(picture: string): Promise<void> {
  const image = new Image()
  image.src = picture
  await image.decode()
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [1280, 720]
  const pen = canvas.getContext('2d')
  setInterval(() => {
    pen?.setTransform(1, 0.05, -0.05, 1, 400, 150)
    pen?.drawImage(image, 0, 0)
  }, 50)
  const film = canvas.captureStream(20)
  Object.assign(globalThis, { film })
  navigator.mediaDevices.getUserMedia = async () => film
}

async function addByLink(page: Page, link = LINK): Promise<void> {
  await page.getByLabel('Or paste a link').fill(link)
  await page.getByRole('button', { name: 'Open' }).click()
  await heading(page, 'Add this code?').waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await heading(page, 'Codes').waitFor()
}

/** Until the worker has kept all of the app. */
const waitForWorker = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))

describeInBrowser('codes of the authenticator', (running) => {
  it('verify at the service, after an enrolment by link', async () => {
    const { open } = running()
    const application = await createApplication(running())
    const { code } = await application.enrolment()
    const { page, complaints, asked } = await open(`/authenticator#/enrol/${code}`)
    await heading(page, 'Connect a service').waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await page.getByText(new URL(running().url).host).waitFor()
    await page.getByLabel('Device name').fill('My phone')
    await page.getByRole('button', { name: 'Add this device' }).click()
    await heading(page, /is connected/).waitFor()
    await page.getByRole('link', { name: 'Show codes' }).click()
    await page.getByText('Bank', { exact: true }).waitFor()
    const first = await application.verify(await codeOf(page))
    expect([first.status, first.body]).toMatchObject([200, { token: 'is valid' }])
    const status = await application.call('GET', `/users/${application.id}/status`)
    expect(JSON.stringify(status.body)).toContain('My phone')
    expect(complaints).toEqual([])
    expect(
      asked.filter((address) => address.includes(code)).map((address) => new URL(address).pathname),
    ).toEqual([`/twofactor/device/enrolments/${code}`])
  })

  it('verify at the service, after an enrolment by a picture of its QR code', async () => {
    const { open } = running()
    const application = await createApplication(running())
    const { page } = await open('/authenticator/add')
    await page.getByLabel('Choose image').setInputFiles(pictureOf((await application.enrolment()).qr_code))
    await page.getByRole('button', { name: 'Add this device' }).click()
    await page.getByRole('link', { name: 'Show codes' }).click()
    await page.locator('.digits', { hasText: /\d/ }).waitFor()
    expect((await application.verify(await codeOf(page))).status).toBe(200)
  })

  it('verify at the service, after an enrolment by the camera', async () => {
    const { open } = running()
    const application = await createApplication(running())
    const { page, complaints } = await open('/authenticator/add')
    await page.evaluate(showToCamera, (await application.enrolment()).qr_code)
    await page.getByRole('button', { name: 'Scan with camera' }).click()
    await page.getByRole('button', { name: 'Add this device' }).click()
    await page.getByRole('link', { name: 'Show codes' }).click()
    await page.locator('.digits', { hasText: /\d/ }).waitFor()
    expect((await application.verify(await codeOf(page))).status).toBe(200)
    expect(await page.evaluate(() => (globalThis as unknown as { film: MediaStream }).film.active)).toBe(
      false,
    )
    expect(complaints).toEqual([])
  })

  it('verify at the service, as any app that reads its secret', async () => {
    const { open } = running()
    const application = await createApplication(running())
    const { body } = await application.call('POST', `/users/${application.id}/secret`, 'label=Ann')
    const { page, complaints } = await open('/authenticator/add')
    await page.getByLabel('Choose image').setInputFiles(pictureOf((body as { qr_code: string }).qr_code))
    await heading(page, 'Add this code?').waitFor()
    expect(await page.getByLabel('Service').inputValue()).toBe('Bank')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.locator('.digits', { hasText: /\d/ }).waitFor()
    expect((await application.verify(await codeOf(page))).status).toBe(200)
    expect(complaints).toEqual([])
  })

  it('tell kindly that a link was used', async () => {
    const { open } = running()
    const application = await createApplication(running())
    const { code } = await application.enrolment()
    for (const outcome of [/is connected/, 'Connect a service']) {
      const { page } = await open(`/authenticator#/enrol/${code}`)
      await page.getByRole('button', { name: 'Add this device' }).click()
      await heading(page, outcome).waitFor()
      if (outcome === 'Connect a service') await page.getByText('This link has expired').waitFor()
    }
  })

  it('say so when the server is away, and enrol once it is back', async () => {
    const { open } = running()
    const application = await createApplication(running())
    const { code } = await application.enrolment()
    const { page, context } = await open(`/authenticator#/enrol/${code}`)
    await heading(page, 'Connect a service').waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Add this device' }).click()
    await page.getByText('Can’t reach the server').waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Add this device' }).click()
    await heading(page, /is connected/).waitFor()
  })

  it('take a device off at the service when its code is removed', async () => {
    const { open } = running()
    const application = await createApplication(running())
    const { page } = await open(`/authenticator#/enrol/${(await application.enrolment()).code}`)
    await page.getByRole('button', { name: 'Add this device' }).click()
    await page.getByRole('link', { name: 'Show codes' }).click()
    const devices = async () =>
      JSON.stringify((await application.call('GET', `/users/${application.id}/status`)).body)
    expect(await devices()).toContain('"registered":true')
    await page.getByRole('button', { name: 'Edit Bank' }).click()
    await page.getByRole('button', { name: 'Remove…' }).click()
    await page.getByText('This device will no longer show codes').waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No codes yet').waitFor()
    expect(await devices()).toContain('"registered":false')
  })

  it('are those of the secret, change with the time, and are copied by a tap', async () => {
    const { page, context } = await running().open('/authenticator/add')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.clock.install({ time: new Date('2026-03-01T12:00:05Z') })
    await addByLink(page)
    const expected = (time: string) => createHotp(SEED)(stepAt(Date.parse(time)))
    await page.clock.pauseAt(new Date('2026-03-01T12:00:20Z'))
    await expect.poll(() => codeOf(page)).toBe(expected('2026-03-01T12:00:20Z'))
    await page.getByRole('button', { name: 'Copy code' }).click()
    await page.getByText('Code copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(expected('2026-03-01T12:00:20Z'))
    // Past the turn, for what is drawn after it.
    await page.clock.runFor(11_000)
    await expect.poll(() => codeOf(page)).toBe(expected('2026-03-01T12:00:30Z'))
  })

  it('come with a warning where the clock is wrong, and an enrolment does all the same', async () => {
    const { open } = running()
    const application = await createApplication(running())
    const { page } = await open('/authenticator')
    await page.clock.install({ time: Date.now() - 7_200_000 })
    await page.goto(`${running().url}/authenticator#/enrol/${(await application.enrolment()).code}`)
    await page.getByRole('button', { name: 'Add this device' }).click()
    await page.getByRole('link', { name: 'Show codes' }).click()
    await page.getByText('The clock of this device is wrong').waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  it('count down for the eye, and say nothing every second', async () => {
    const { page } = await running().open('/authenticator/add')
    await addByLink(page)
    const countdown = page.locator('.countdown')
    await countdown.waitFor()
    expect(await countdown.getAttribute('aria-hidden')).toBe('true')
    expect(await page.locator('.code-card').locator('[role=status], [role=alert], [aria-live]').count()).toBe(
      0,
    )
  })

  it('are renamed, found among many, and removed after a question', async () => {
    const { page } = await running().open('/authenticator/add')
    await addByLink(page)
    await page.getByRole('button', { name: 'Edit Example, alice' }).click()
    await page.getByLabel('Service').fill('Mail')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Mail', { exact: true }).waitFor()
    for (let at = 0; at < 6; at++) {
      await page.getByRole('link', { name: 'Add code' }).click()
      await addByLink(
        page,
        `otpauth://totp/Other${at}:bob?secret=${SECRET}${'ABCDEFGH'[at]}${'ABCDEFGH'[at]}`,
      )
    }
    expect(await page.locator('.code-card').count()).toBe(7)
    await page.getByLabel('Search codes').fill('other4')
    expect(await page.locator('.code-card').count()).toBe(1)
    await page.getByLabel('Search codes').fill('MAIL alice')
    await page.getByRole('button', { name: 'Edit Mail, alice' }).click()
    await page.getByRole('button', { name: 'Remove…' }).click()
    await page.getByText('Turn off two-factor sign-in at the service first').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.locator('.code-card').count()).toBe(1)
    await page.getByRole('button', { name: 'Edit Mail, alice' }).click()
    await page.getByRole('button', { name: 'Remove…' }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Code removed', { exact: true }).waitFor()
    await page.reload()
    await heading(page, 'Codes').waitFor()
    expect(await page.getByText('Mail', { exact: true }).count()).toBe(0)
  })

  it('are added by typing the key, with the keyboard alone', async () => {
    const { page } = await running().open('/authenticator/add')
    await page.getByRole('tab', { name: 'QR code or link' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await page.keyboard.type('jbsw y3dp ehpk 3px!')
    await page.keyboard.press('Enter')
    await page.getByText('A setup key contains only letters').waitFor()
    await page.getByRole('tab', { name: 'Enter setup key' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByLabel('Or paste a link').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await page.keyboard.press('End')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('P')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Typed')
    await page.keyboard.press('Enter')
    await page.getByText('Typed', { exact: true }).waitFor()
    await expect.poll(() => codeOf(page)).toMatch(/^\d{6}$/)
  })

  it('are the same once, however often they are scanned', async () => {
    const { page } = await running().open('/authenticator/add')
    await addByLink(page)
    await page.getByRole('link', { name: 'Add code' }).click()
    await addByLink(page)
    await page.getByText('You already have this code').waitFor()
    expect(await page.locator('.code-card').count()).toBe(1)
  })

  it('come over from another app, all at once and each once', async () => {
    const { page } = await running().open('/authenticator/add')
    const one = Buffer.from('CjEKCkhlbGxvId6tvu8SGEV4YW1wbGU6YWxpY2VAZ29vZ2xlLmNvbRoHRXhhbXBsZTAC', 'base64')
    const other = Buffer.from(
      one.toString('latin1').replace('Hello', 'Other').replace('alice', 'bobby'),
      'latin1',
    )
    const data = encodeURIComponent(Buffer.concat([one, other, one]).toString('base64'))
    await page.getByLabel('Or paste a link').fill(`otpauth-migration://offline?data=${data}`)
    await page.getByRole('button', { name: 'Open' }).click()
    await heading(page, 'Add these codes?').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Add all' }).click()
    await heading(page, 'Codes').waitFor()
    await page.getByText('bobby@google.com').waitFor()
    await expect.poll(() => page.locator('.code-card').count()).toBe(2)
  })

  it('are refused with a reason', async () => {
    const { page } = await running().open('/authenticator/add')
    for (const [link, reason] of [
      ['https://example.com/', 'This app can’t open this code or link.'],
      [`otpauth://hotp/x?secret=${SECRET}&counter=0`, 'This app doesn’t support counter-based codes'],
      ['otpauth-migration://offline?data=CjEK', 'This export contains no codes'],
      ['otpauth://totp/x?secret=!!', 'A setup key contains only letters'],
    ] as const) {
      await page.getByLabel('Or paste a link').fill(link)
      await page.getByRole('button', { name: 'Open' }).click()
      await page.getByRole('alert').getByText(reason).waitFor()
    }
  })

  it('come from a pasted picture too, and a picture without one says so', async () => {
    const { page, complaints } = await running().open('/authenticator/add')
    await page.getByLabel('Choose image').setInputFiles({
      name: 'blank.svg',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    })
    await page.getByText('Your browser can’t open this file').waitFor()
    await page.evaluate(async () => {
      const canvas = document.createElement('canvas')
      const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
      const data = new DataTransfer()
      data.items.add(new File([picture ?? ''], 'blank.png', { type: 'image/png' }))
      document
        .querySelector('.scanner input')
        ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
    })
    await page.getByText('No QR code found in this image').waitFor()
    expect(complaints).toEqual([])
  })

  it('tell why the camera does not start', async () => {
    const { page } = await running().open('/authenticator/add')
    await page.getByRole('button', { name: 'Scan with camera' }).click()
    await page.getByText(/Allow this site to use the camera|No camera found/).waitFor()
    await page.getByRole('button', { name: 'Stop camera' }).click()
    await page.getByRole('button', { name: 'Scan with camera' }).waitFor()
  })

  it('show a hostile name inert', async () => {
    const { page, complaints } = await running().open('/authenticator/add')
    const name = `<img src=x onerror=alert(1)>\u202eEVIL${'x'.repeat(500)}`
    await addByLink(page, `otpauth://totp/${encodeURIComponent(name)}?secret=${SECRET}`)
    expect(await page.locator('.code-card img').count()).toBe(0)
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    expect(complaints).toEqual([])
  })

  it('work offline, from any of the app’s addresses', async () => {
    const { page, context, asked } = await running().open('/authenticator/add')
    await addByLink(page)
    await waitForWorker(page)
    // Some browsers report this after a navigation, although they are offline.
    await context.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => true }))
    await context.setOffline(true)
    for (const path of ['/authenticator/codes', '/authenticator', '/authenticator/codes']) {
      await page.goto(running().url + path)
      await expect.poll(() => codeOf(page)).toMatch(/^\d{6}$/)
    }
    await page.getByText('You’re offline').waitFor()
    await page.goto(`${running().url}/authenticator/settings`)
    await page.getByLabel('Language').selectOption('de')
    await heading(page, 'Einstellungen').waitFor()
    await page.goto(`${running().url}/authenticator/add`)
    await heading(page, 'Scannen oder hinzufügen').waitFor()
    expect(asked.length).toBeGreaterThan(0)
    await context.setOffline(false)
    await page.getByText('Sie sind offline').waitFor({ state: 'detached' })
  })

  it('never come from a kept answer of a service', async () => {
    const { page } = await running().open('/authenticator/add')
    await waitForWorker(page)
    const kept = await page.evaluate(async () => {
      await fetch('/authenticator/data/services.json')
      await fetch('/issuer/keys')
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(kept).toContain('/authenticator')
    expect(kept.filter((path) => !/^\/authenticator(\/assets\/[\w.-]+)?$/.test(path))).toEqual([])
  })

  it('stay while the app is replaced by a newer one, when the user agrees', async () => {
    const gateway = await openGateway(running().url)
    try {
      const { page, context } = await running().open(`${gateway.url}/authenticator`)
      const fingerprint = await makeIdentity(page)
      await page.goto(`${gateway.url}/authenticator/add`)
      await addByLink(page)
      await waitForWorker(page)
      const version = () => page.locator('html').getAttribute('data-version')
      gateway.release('2')
      await page.reload()
      // The server has the files of the new build only: the page of the old one comes from the cache, whole.
      await page.goto(`${gateway.url}/authenticator/settings`)
      await heading(page, 'Settings').waitFor()
      await page.goto(`${gateway.url}/authenticator/codes`)
      await page.getByText('A new version is available.').waitFor()
      expect(await version()).toBe(null)
      await page.getByRole('button', { name: 'Update' }).click()
      await expect.poll(version).toBe('2')
      await expect.poll(() => codeOf(page)).toMatch(/^\d{6}$/)
      expect(await page.getByText('A new version is available.').count()).toBe(0)
      expect(await page.evaluate(() => caches.keys())).toHaveLength(1)
      await context.setOffline(true)
      await page.goto(`${gateway.url}/authenticator/identities/${fingerprint}`)
      await heading(page, 'Ada').waitFor()
      expect(await version()).toBe('2')
    } finally {
      await gateway.close()
    }
  })

  it('belong to an app that can be installed', async () => {
    const { page } = await running().open('/authenticator')
    const client = await page.context().newCDPSession(page)
    await waitForWorker(page)
    const { installabilityErrors } = await client.send('Page.getInstallabilityErrors')
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  })

  const screens = [
    '/authenticator/codes',
    '/authenticator/add',
    '/authenticator#/enrol/abcdefghijklmnopqrstuvwx',
  ]
  it('keep nobody out', async () => {
    const { page } = await running().open('/authenticator/add', { colorScheme: 'light' })
    await addByLink(page)
    for (const path of screens) {
      await page.goto(running().url + path)
      await page.reload()
      await page.locator('h1').waitFor()
      await page.getByText('Code added').waitFor({ state: 'detached' })
      await expectOpenToAllInBothSizes(page)
    }
  })
})
