import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { makeIdentity } from '../asker.ts'
import { expectDarkToBeReadable, findBarriers } from '../barriers.ts'
import { describeInBrowser } from '../chromium.ts'

const LINK = 'otpauth://totp/Example:alice?secret=JBSWY3DPEHPK3PXP&issuer=Example'
const PIN = '271828'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const goTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

async function addCode(page: Page): Promise<void> {
  await page.getByLabel('Or paste a link').fill(LINK)
  await press(page, 'Open')
  await press(page, 'Add')
  await heading(page, 'Codes').waitFor()
}

async function lockByPin(page: Page, pin = PIN): Promise<void> {
  await goTo(page, 'Settings')
  await press(page, 'Lock with a PIN')
  await page.getByLabel('New PIN').fill(pin)
  await page.getByLabel('Repeat PIN').fill(pin)
  await press(page, 'Turn on lock')
  await page.getByText('The app is locked with a PIN.').waitFor()
}

async function enterPin(page: Page, pin: string): Promise<void> {
  await page.getByLabel('PIN').fill(pin)
  await press(page, 'Unlock')
}

/** A device that knows its user by finger or face. */
async function addAuthenticator(page: Page, hasPrf: boolean) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf,
    },
  })
  return {
    know: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/** What lies in the browser's database, as somebody with its files reads it. */
async function readStored(page: Page) {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('lanyard-authenticator')
      request.onsuccess = () => resolve(request.result)
    })
    const all = (store: string) =>
      new Promise<Record<string, unknown>[]>((resolve) => {
        const request = database.transaction(store).objectStore(store).getAll()
        request.onsuccess = () => resolve(request.result)
      })
    const [accounts, settings] = await Promise.all([all('accounts'), all('settings')])
    const sealed = accounts.map((account) => new TextDecoder('latin1').decode(account.sealed as ArrayBuffer))
    const lock = settings.find(({ id }) => id === 'lock') ?? {}
    return { sealed, kind: lock.kind, hasKey: lock.key instanceof CryptoKey }
  })
}

describeInBrowser('the lock of the authenticator', (running) => {
  it('stands before everything until the PIN is right', async () => {
    const { page, complaints } = await running().open('/authenticator/add')
    await addCode(page)
    await lockByPin(page)
    await page.reload()
    await heading(page, 'Locked').waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await page.getByText('Example').count()).toBe(0)
    await enterPin(page, '314159')
    await page.getByText('Wrong PIN.').waitFor()
    await enterPin(page, PIN)
    await heading(page, 'Settings').waitFor()
    await goTo(page, 'Codes')
    await page.getByText('Example').waitFor()
    expect(complaints).toEqual([])
  })

  it('seals the codes: without the PIN nothing in the database opens them', async () => {
    const { page } = await running().open('/authenticator/add')
    await addCode(page)
    expect(await readStored(page)).toMatchObject({ kind: 'none', hasKey: true })
    await lockByPin(page)
    const { sealed, kind, hasKey } = await readStored(page)
    expect([kind, hasKey, sealed.length]).toEqual(['pin', false, 1])
    expect(sealed.join()).not.toMatch(/Example|alice|JBSWY3DP/)
  })

  it('makes whoever guesses wait, and goes on waiting after a reload', async () => {
    const { page } = await running().open('/authenticator/settings')
    await page.clock.install()
    await page.reload()
    await lockByPin(page)
    await press(page, 'Lock now')
    for (const guess of ['000001', '000002', '000003', '000004']) {
      await enterPin(page, guess)
      await page.getByText('Wrong PIN.').waitFor()
    }
    await enterPin(page, '000005')
    await page.getByText(/Too many wrong PINs/).waitFor()
    await page.reload()
    await page.getByText(/Too many wrong PINs/).waitFor()
    await page.getByLabel('PIN').fill(PIN)
    expect(await page.getByRole('button', { name: 'Unlock', exact: true }).isDisabled()).toBe(true)
    await page.clock.fastForward(31_000)
    await press(page, 'Unlock')
    await heading(page, 'Settings').waitFor()
  })

  it('closes by itself after a while without use', async () => {
    const { page } = await running().open('/authenticator/settings')
    await page.clock.install()
    await page.reload()
    await lockByPin(page)
    await page.getByLabel('Lock after').selectOption('1')
    await page.clock.fastForward(50_000)
    await heading(page, 'Settings').click()
    await page.clock.fastForward(50_000)
    expect(await heading(page, 'Locked').count()).toBe(0)
    await page.clock.fastForward(15_000)
    await heading(page, 'Locked').waitFor()
  })

  it('closes every window of the app', async () => {
    const { page, context } = await running().open('/authenticator/add')
    await addCode(page)
    const other = await context.newPage()
    await other.goto(`${running().url}/authenticator/codes`)
    await other.getByText('Example').waitFor()
    await lockByPin(page)
    await heading(other, 'Locked').waitFor()
    await enterPin(other, PIN)
    await other.getByText('Example').waitFor()
  })

  it('refuses a PIN that everyone tries first, and one that was mistyped', async () => {
    const { page } = await running().open('/authenticator/settings')
    await press(page, 'Lock with a PIN')
    for (const [first, second, said] of [
      ['12', '12', 'At least 6 digits'],
      ['123456', '123456', 'easy to guess'],
      ['777777', '777777', 'easy to guess'],
      [PIN, '271829', 'don’t match'],
    ] as const) {
      await page.getByLabel('New PIN').fill(first)
      await page.getByLabel('Repeat PIN').fill(second)
      await press(page, 'Turn on lock')
      await page.locator('.error', { hasText: said }).waitFor()
    }
    expect(await readStored(page)).toMatchObject({ kind: 'none' })
  })

  it('goes away again, and the codes stay', async () => {
    const { page } = await running().open('/authenticator/add')
    await addCode(page)
    await lockByPin(page)
    await press(page, 'Turn off lock')
    await page.getByText('Anyone who can unlock this device').waitFor()
    await page.reload()
    await goTo(page, 'Codes')
    await page.getByText('Example').waitFor()
  })

  it.each([
    ['a secret of the passkey', true],
    ['the passkey as a gate', false],
  ])('opens by %s', async (_name, hasPrf) => {
    const { page } = await running().open('/authenticator')
    const device = await addAuthenticator(page, hasPrf)
    await page.goto(`${running().url}/authenticator/add`)
    await addCode(page)
    await goTo(page, 'Settings')
    await press(page, 'Lock with fingerprint, face or device PIN')
    await page.getByText('The app is locked with a passkey.').waitFor()
    expect(await readStored(page)).toMatchObject({ kind: 'passkey', hasKey: !hasPrf })
    await page.reload()
    await press(page, 'Unlock with passkey')
    await goTo(page, 'Codes')
    await page.getByText('Example').waitFor()
    await page.reload()
    await device.know(false)
    await press(page, 'Unlock with passkey')
    await page.getByText('The passkey didn’t work.').waitFor()
    expect(await page.getByText('Example').count()).toBe(0)
  })

  it('leaves a way out to whoever forgot the PIN: everything is erased', async () => {
    const { page } = await running().open('/authenticator')
    await makeIdentity(page)
    await lockByPin(page)
    await page.reload()
    await press(page, 'Forgot PIN?')
    await press(page, 'Erase')
    await goTo(page, 'Home')
    await heading(page, 'Sign in without a password').waitFor()
  })

  it('keeps nobody out who may come in', async () => {
    const { page } = await running().open('/authenticator/settings', {
      colorScheme: 'light',
      viewport: { width: 360, height: 740 },
    })
    const expectOpen = async () => {
      expect(await findBarriers(page)).toEqual([])
      await expectDarkToBeReadable(page)
    }
    await heading(page, 'Settings').waitFor()
    await expectOpen()
    await lockByPin(page)
    await expectOpen()
    await press(page, 'Lock now')
    await heading(page, 'Locked').waitFor()
    await expectOpen()
  })
})

describeInBrowser('the settings of the authenticator', (running) => {
  it('export what can leave this browser', async () => {
    const { page } = await running().open('/authenticator/add')
    await addCode(page)
    await goTo(page, 'Identities')
    const fingerprint = await makeIdentity(page)
    await goTo(page, 'Settings')
    await press(page, 'Export')
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save file')])
    const exported = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
      codes: string[]
      identities: Record<string, string>[]
    }
    expect(exported.codes.join()).toContain('secret=JBSWY3DPEHPK3PXP')
    expect(exported.identities).toMatchObject([{ name: 'Ada', fingerprint }])
    expect(exported.identities[0]?.revocation_secret).toMatch(/^[\w-]{22,}$/)
  })

  it('erase everything', async () => {
    const { page } = await running().open('/authenticator/add')
    await addCode(page)
    await goTo(page, 'Settings')
    await press(page, 'Erase everything')
    await press(page, 'Erase')
    await goTo(page, 'Home')
    await heading(page, 'Sign in without a password').waitFor()
    expect((await readStored(page)).sealed).toEqual([])
  })

  it('say what is wrong where the browser makes no keys', async () => {
    const { page, context } = await running().open('/docs')
    await context.addInitScript(() => {
      Object.defineProperty(globalThis, 'isSecureContext', { value: false })
      Object.defineProperty(crypto, 'subtle', { value: undefined })
    })
    await page.goto(`${running().url}/authenticator`)
    await page.getByText('needs a secure connection').waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  it('change the language and the colours, and remember both', async () => {
    const { page } = await running().open('/authenticator/settings')
    await page.getByLabel('Appearance').selectOption('dark')
    await page.getByLabel('Language').selectOption('de')
    await heading(page, 'Einstellungen').waitFor()
    await page.reload()
    await heading(page, 'Einstellungen').waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  })
})
