import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { readOutbox } from '../../../src/platform/delivery/outbox-channel.ts'
import { PATIENCE } from '../../speed.ts'
import { makeIdentity } from '../asker.ts'
import { expectOpenToAll } from '../barriers.ts'
import { describeInBrowser } from '../chromium.ts'
import { lastMail } from '../mails.ts'
import { openEvent } from '../open-event.ts'

const phoneSize = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }
const scripts = [
  ['with a script', true],
  ['without a script', false],
] as const

let people = 0

describeInBrowser('an event that asks for more than a form', (running) => {
  const openForm = async (confirmBy: 'phone' | 'authenticator', javaScriptEnabled = true) => {
    const code = await openEvent(running(), { event: { confirmBy } })
    return running().open(`/e/${code}`, { javaScriptEnabled })
  }

  async function fill(page: Page, phone?: string): Promise<string> {
    const email = `person${++people}@example.org`
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Example')
    await page.getByLabel('E-mail address').fill(email)
    if (phone !== undefined) await page.getByLabel('Phone').fill(phone)
    return email
  }
  const register = (page: Page) => page.locator('.actions button.primary').click()

  async function expectPlace(page: Page, email: string): Promise<void> {
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    const { link } = await lastMail(running(), email, /You’re registered/)
    await page.goto(link)
    await page.getByText('Your place is confirmed').waitFor()
  }

  const mailsTo = (to: string) => readOutbox(join(running().place.dataFolder, 'outbox.jsonl'), { to })

  /** The newest code that went to a phone, where it is another than the one before. */
  const codeTo = (phone: string, before = '') =>
    vi.waitFor(async () => {
      const code = /^\d{6}/.exec((await mailsTo(phone)).at(-1)?.text ?? '')?.[0]
      if (code === undefined || code === before) throw new Error('no code yet')
      return code
    }, PATIENCE)
  const other = (code: string) => (code === '000000' ? '000001' : '000000')

  it.each(scripts)('registers by the code from a phone, and by no wrong one, %s', async (_how, scripted) => {
    const phone = `+4930123450${++people}`
    const { page } = await openForm('phone', scripted)
    const email = await fill(page, phone)
    await register(page)
    await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
    if (scripted) await expectOpenToAll(page)
    const first = await codeTo(phone)
    await page.getByLabel('Code').fill(other(first))
    await page.getByRole('button', { name: 'Confirm and register' }).click()
    await page.getByText('That code isn’t right. Please check it and try again.').waitFor()
    await page.getByRole('button', { name: 'Send a new code' }).click()
    const second = await codeTo(phone, first)
    await page.getByLabel('Code').fill(first)
    await page.getByRole('button', { name: 'Confirm and register' }).click()
    await page.getByText('That code isn’t right. Please check it and try again.').waitFor()
    expect(await mailsTo(email)).toEqual([])
    await page.getByLabel('Code').fill(`${second.slice(0, 3)} ${second.slice(3)}`)
    await page.getByRole('button', { name: 'Confirm and register' }).click()
    await expectPlace(page, email)
  })

  async function openAuthenticator(): Promise<Page> {
    const { page } = await running().open('/authenticator', phoneSize)
    await makeIdentity(page, 'Ada Example')
    return page
  }

  /** Opens on the phone what the page shows, and gives the number beside it. */
  async function follow(page: Page, phone: Page): Promise<string> {
    await page.getByRole('heading', { name: 'Confirm with your phone' }).waitFor()
    const link = page.getByRole('link', { name: 'Open the authenticator' })
    await phone.goto((await link.getAttribute('href')) ?? '')
    const words = await page.getByText('Enter this number in the authenticator').textContent()
    return /\d\d$/.exec(words ?? '')?.[0] ?? ''
  }

  async function approve(phone: Page, number: string): Promise<void> {
    await phone.getByLabel('Number on the other screen').fill(number)
    await phone.getByRole('button', { name: 'Approve' }).click()
  }

  it.each(scripts)('registers by the authenticator, and by no wrong number, %s', async (_how, scripted) => {
    const { page } = await openForm('authenticator', scripted)
    const phone = await openAuthenticator()
    const email = await fill(page)
    await register(page)
    const number = await follow(page, phone)
    if (scripted) await expectOpenToAll(page)
    await approve(phone, number === '11' ? '12' : '11')
    await phone
      .getByText(/2 tries/)
      .first()
      .waitFor()
    if (!scripted) await page.getByRole('button', { name: 'I’ve approved it' }).click()
    await page.getByRole('heading', { name: 'Confirm with your phone' }).waitFor()
    expect(await mailsTo(email)).toEqual([])
    await approve(phone, number)
    await phone.getByRole('heading', { name: 'Approved' }).waitFor()
    if (!scripted) await page.getByRole('button', { name: 'I’ve approved it' }).click()
    await expectPlace(page, email)
  })

  it('fills the form from the phone, and registers without another question', async () => {
    const { page } = await openForm('authenticator')
    const phone = await openAuthenticator()
    await page.getByRole('button', { name: 'Fill in with your phone' }).click()
    const number = await follow(page, phone)
    await phone.getByRole('checkbox', { name: 'Name' }).check()
    await approve(phone, number)
    await page.getByRole('heading', { name: 'Register' }).waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada')
    expect(await page.getByLabel('Last name').inputValue()).toBe('Example')
    const email = await fill(page)
    await register(page)
    await expectPlace(page, email)
  })

  it('registers nobody whose phone says no, and asks again', async () => {
    const { page } = await openForm('authenticator')
    const phone = await openAuthenticator()
    const email = await fill(page)
    await register(page)
    await follow(page, phone)
    await phone.getByRole('button', { name: 'Deny', exact: true }).click()
    await phone.getByRole('heading', { name: 'Denied' }).waitFor()
    await page.getByText(/denied/i).waitFor()
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(email)
    await register(page)
    await approve(phone, await follow(page, phone))
    await expectPlace(page, email)
  })
})
