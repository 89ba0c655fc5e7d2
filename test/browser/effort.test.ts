import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser } from './chromium.ts'
import { openEvent } from './open-event.ts'
import { openConsole, printedLink } from './operator.ts'
import { plugInKey } from './virtual-key.ts'

/** Counts the clicks and the fields that a task takes. */
function createHands() {
  const effort = { clicks: 0, fields: 0 }
  return {
    effort,
    async click(target: Locator): Promise<void> {
      effort.clicks += 1
      await target.click()
    },
    async fill(target: Locator, text: string): Promise<void> {
      effort.fields += 1
      await target.fill(text)
    },
  }
}

describeInBrowser('what a task takes', (running) => {
  it('is one click from the first start to being the owner', async () => {
    const visit = await running().open('/console')
    await plugInKey(visit)
    const { page } = visit
    await page.goto(printedLink(running()))
    await page.reload()
    const hands = createHands()
    await hands.click(page.locator('main button.primary'))
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(hands.effort).toEqual({ clicks: 1, fields: 0 })
  })

  it('is at most twelve fields and clicks to an event that people can register for', async () => {
    const { page } = await openConsole(running(), { role: 'owner', path: '/' })
    const hands = createHands()
    await hands.click(page.getByRole('link', { name: 'Events', exact: true }))
    await hands.click(page.getByRole('button', { name: 'New event' }).first())
    await hands.fill(page.getByLabel('Title'), 'An evening of keys')
    await hands.fill(page.getByLabel('Starts'), '2031-05-06T19:00')
    await hands.fill(page.locator('main').getByLabel('Places'), '80')
    await hands.click(page.getByRole('button', { name: 'Create event' }))
    await hands.click(page.getByRole('button', { name: 'Publish' }))
    await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Publish' }))
    await page.getByText('Registration is open').waitFor()
    expect(hands.effort).toEqual({ clicks: 5, fields: 3 })
  })

  it('is one click to the people on the waiting list', async () => {
    const code = await openEvent(running(), { event: { capacity: 1, waitlistEnabled: true } })
    for (const [name, email] of [
      ['Ada', 'ada@example.org'],
      ['Grace', 'grace@example.org'],
    ]) {
      const body = new URLSearchParams({ firstName: name ?? '', lastName: 'Example', email: email ?? '' })
      await fetch(`${running().url}/e/${code}`, { method: 'POST', body, redirect: 'manual' })
    }
    const { page } = await openConsole(running(), { role: 'owner', path: '/events' })
    await page.getByRole('link', { name: 'Keys and Badges' }).first().click()
    await page.getByRole('link', { name: 'Registrations', exact: true }).click()
    await page.getByText('Ada Example').waitFor()
    const hands = createHands()
    await hands.click(
      page.getByRole('group', { name: 'Filter by status' }).getByRole('button', { name: /Waiting list/ }),
    )
    await page.getByText('Ada Example').waitFor({ state: 'detached' })
    await page.getByText('Grace Example').waitFor()
    expect(hands.effort.clicks).toBe(1)
  })
})
