import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectOpenToAll, sizes } from '../barriers.ts'
import { describeInBrowser } from '../chromium.ts'
import { isOneLine } from '../one-line.ts'
import { openConsole, printedLink } from '../operator.ts'
import { plugInKey } from '../virtual-key.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describeInBrowser('signing in to the console', (running) => {
  it('starts with the link of the first start, makes a passkey, and comes back by it', async () => {
    const link = printedLink(running())
    expect(link).toMatch(/^http:\/\/localhost:\d+\/console\/invitation#\w{32}$/)
    const visit = await running().open('/console')
    const { page } = visit
    await plugInKey(visit)
    await heading(page, 'Sign in').waitFor()
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expectOpenToAll(page)
    }
    await page.goto(link)
    await page.reload()
    await heading(page, 'Welcome').waitFor()
    await expectOpenToAll(page)
    expect(await page.getByLabel('Passkey name').inputValue()).toBe('Chrome on Linux')
    await page.getByLabel('Passkey name').fill('Test key')
    await button(page, 'Create a passkey').click()
    await heading(page, 'Home').waitFor()
    expect(page.url()).toMatch(/\/console\/o\/[\w-]+$/)
    await page.goto(`${running().url}/console/account`)
    await page.getByText('Test key').waitFor()
    await expectOpenToAll(page)
    await button(page, 'Sign out').first().click()
    await heading(page, 'Sign in').waitFor()
    await button(page, 'Sign in with a passkey').click()
    await heading(page, 'Your account').waitFor()
    expect(visit.complaints).toEqual([])
    const cookies = await visit.context.cookies(`${running().url}/console`)
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/console' }])
  })

  it('answers every address with its page but those of its API', async () => {
    const ask = (path: string) => fetch(running().url + path, { headers: { accept: 'text/html' } })
    for (const path of ['/console', '/console/nothing/at/all'])
      expect((await ask(path)).headers.get('content-type')).toContain('text/html')
    for (const path of [
      '/console/api',
      '/console/api/',
      '/console/api/nothing',
      '/console/api/events/nothing',
    ]) {
      const answer = await ask(path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        expect.stringContaining('application/problem+json'),
      ])
    }
    const { page } = await openConsole(running(), { path: '/nothing/at/all' })
    await heading(page, 'Page not found').waitFor()
    await expectOpenToAll(page)
  })

  it('tells that a link which was used works no more', async () => {
    const { page } = await running().open(printedLink(running()))
    await heading(page, 'This invitation is no longer valid').waitFor()
    await expectOpenToAll(page)
  })

  it('goes on with what was typed when the session has ended meanwhile', async () => {
    const visit = await openConsole(running(), { path: '/account' })
    const { page, context } = visit
    await plugInKey(visit)
    await button(page, 'Add passkey').click()
    await page.getByRole('dialog').getByLabel('Passkey name').fill('Spare key')
    await button(page, 'Save').last().click()
    await page.getByRole('row', { name: /Spare key/ }).waitFor()
    await page.getByLabel('Name').first().fill('Kim')
    await context.clearCookies()
    await button(page, 'Save').click()
    const ended = page.getByRole('dialog', { name: 'Your session has ended' })
    await ended.waitFor()
    await expectOpenToAll(page)
    await ended.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await ended.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name').first().inputValue()).toBe('Kim')
    await button(page, 'Save').click()
    await page.getByRole('link', { name: 'Your account' }).getByText('Kim').waitFor()
  })

  it('shows a hostile name as the text that it is', async () => {
    const { page, complaints } = await openConsole(running(), { path: '/account' })
    const name = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>'
    await page.getByLabel('Name').first().fill(name)
    await button(page, 'Save').click()
    await page.getByRole('link', { name: 'Your account' }).getByText(name).waitFor()
    expect(complaints).toEqual([])
  })

  it('invites an operator, changes their role and disables them', async () => {
    const { page, complaints } = await openConsole(running(), { path: '/operators' })
    await button(page, 'Invite someone').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail address').fill('lee@example.org')
    await dialog.getByLabel(/support/).check()
    expect(await dialog.getByLabel('Organisation').inputValue()).not.toBe('')
    await expectOpenToAll(page)
    await button(page, 'Create link').click()
    await dialog.getByText(/\/console\/invitation#\w{32}/).waitFor()
    await dialog.getByText('This link works only on the machine that the server runs on.').waitFor()
    await expectOpenToAll(page)
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    const row = page.getByRole('row', { name: /lee@example\.org/ })
    await row.getByText('Invited').waitFor()
    expect(await isOneLine(row.getByRole('button'))).toBe(true)
    await button(page, 'Change role: lee@example.org').click()
    await dialog.getByLabel(/read-only/).check()
    await button(page, 'Save').click()
    await row.getByText('read-only').waitFor()
    await button(page, 'Disable: lee@example.org').click()
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await row.getByText('Disabled').waitFor()
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expectOpenToAll(page)
    }
    expect(complaints).toEqual([])
  })

  it.each([
    ['owner', { sees: ['Events', 'API keys', 'Operators', 'Audit trail'], lacks: [] }],
    ['organiser', { sees: ['Events'], lacks: ['API keys', 'Operators', 'Audit trail'] }],
    ['support', { sees: ['Events'], lacks: ['Operators', 'Audit trail'] }],
    ['read-only', { sees: ['Events', 'Operators', 'Audit trail'], lacks: [] }],
  ] as const)('shows the places of the role %s and no others', async (role, { sees, lacks }) => {
    const { page } = await openConsole(running(), { role, path: '/account' })
    const places = page.getByRole('navigation')
    for (const name of sees) await places.getByRole('link', { name, exact: true }).waitFor()
    for (const name of lacks) expect(await places.getByRole('link', { name, exact: true }).count()).toBe(0)
    await page.goto(`${running().url}/console/operators`)
    await heading(
      page,
      lacks.some((name) => name === 'Operators') ? 'You don’t have access to this page' : 'Operators',
    ).waitFor()
    const isInviting = await button(page, 'Invite someone').count()
    expect(isInviting).toBe(role === 'owner' ? 1 : 0)
  })
})
