import { createECDH, randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { makeIdentity, newAsker } from '../asker.ts'
import { enrolByLink, openBank } from '../bank.ts'
import { describeInWholeBrowser } from '../chromium.ts'

const endpoint = 'https://push.example/lanyard'
const keys = {
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
}

/** This browser knows no push service: that one step is its own word, everything else is real. */
async function standIn(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    (given) => {
      const subscription = {
        endpoint: given.endpoint,
        toJSON: () => ({ ...given, expirationTime: null }),
        unsubscribe: async () => {
          localStorage.removeItem('subscribed')
          return true
        },
      }
      const current = () => (localStorage.getItem('subscribed') === null ? null : subscription)
      Object.assign(PushManager.prototype, {
        getSubscription: async () => current(),
        subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
          localStorage.setItem('subscribed', String(applicationServerKey))
          return current()
        },
      })
    },
    { endpoint, keys },
  )
}

/** What the page tells the services, and how they answer. */
function listenToChanges(page: Page): string[] {
  const told: string[] = []
  page.on('response', (response) => {
    const request = response.request()
    if (request.method() !== 'PUT') return
    const [, payload = ''] = (request.postData() ?? '').split('.')
    const { devtoken } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const { pathname } = new URL(request.url())
    told.push(`${response.status()} ${pathname} ${devtoken === null ? 'nothing' : devtoken?.endpoint}`)
  })
  return told
}

describeInWholeBrowser(
  'push messages of the authenticator',
  (running) => {
    const openSettings = (page: Page) => page.getByRole('link', { name: 'Settings' }).click()
    const turn = (page: Page, way: 'on' | 'off') =>
      page.getByRole('button', { name: `Turn ${way} notifications` }).click()

    it('are asked for from both services, for those who come later too, and no more when they are turned off', async () => {
      const bank = await openBank(running())
      const { code } = await bank.newUser()
      const { page, context } = await running().open(`/authenticator#/enrol/${code}`, {
        permissions: ['notifications'],
      })
      await enrolByLink(page)
      await standIn(context)
      await page.goto(`${running().url}/authenticator/identities`)
      const sub = await makeIdentity(page)
      const told = listenToChanges(page)
      await openSettings(page)
      await turn(page, 'on')
      await page.getByText('Notifications are on for this device.').waitFor()
      expect(told.sort()).toEqual([`200 /issuer/key/${sub} ${endpoint}`, `200 /twofactor/device ${endpoint}`])
      const metadata = await (await fetch(`${running().url}/issuer/.well-known/issuer`)).json()
      expect(await page.evaluate(() => localStorage.getItem('subscribed'))).toBe(
        (metadata as { push_key: string }).push_key,
      )

      told.length = 0
      await page.reload()
      await page.getByText('Notifications are on for this device.').waitFor()
      await page.getByRole('link', { name: 'Identities' }).click()
      await page.getByText('Create another identity').click()
      const second = await makeIdentity(page, 'Work')
      await expect.poll(() => told).toEqual([`200 /issuer/key/${second} ${endpoint}`])

      told.length = 0
      await openSettings(page)
      await turn(page, 'off')
      await page.getByRole('button', { name: 'Turn on notifications' }).waitFor()
      const ended = [`/issuer/key/${sub}`, `/issuer/key/${second}`, '/twofactor/device']
      await expect.poll(() => told.sort()).toEqual(ended.map((path) => `200 ${path} nothing`).sort())
      await expect.poll(() => page.evaluate(() => localStorage.getItem('subscribed'))).toBeNull()
    })

    it('are not asked for where the user forbids them', async () => {
      const { page } = await running().open('/authenticator', { permissions: [] })
      await makeIdentity(page)
      await openSettings(page)
      await page.getByText('Your browser blocks notifications').waitFor()
    })

    it('show a notification that says nothing of what waits, and leads to it', async () => {
      const { page } = await running().open('/authenticator', { permissions: ['notifications'] })
      const sub = await makeIdentity(page)
      const asker = await newAsker(running())
      const { ticket } = await asker.ask({ sub, scope: 'name', message: 'secret words' })
      await page.evaluate(() => navigator.serviceWorker.ready)
      await deliver(page, JSON.stringify({ kind: 'scope_job', ticket }))
      const readShown = () =>
        page.evaluate(async () => {
          const [notification] = await (await navigator.serviceWorker.ready).getNotifications()
          return (
            notification && { title: notification.title, body: notification.body, data: notification.data }
          )
        })
      await expect.poll(readShown).toMatchObject({ title: 'New sign-in request' })
      const notification = await readShown()
      expect(JSON.stringify(notification)).not.toMatch(/secret words|Little Shop/)
      const { hash } = (notification as { data: { hash: string } }).data
      await page.goto(`${running().url}/authenticator${hash}`)
      await page.getByText('secret words').waitFor()
    })

    it('lead to what waits, whatever a message holds', async () => {
      const { page, context } = await running().open('/authenticator', { permissions: ['notifications'] })
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      const shown = () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.ready
          const notifications = await registration.getNotifications()
          return notifications.map(({ title, data }) => [title, (data as { hash: string }).hash])
        })
      const job = ['New sign-in request', '#/job/abcdefghijklmnopqrst']
      // A worker that is only just starting may miss a message; sent again, the same request is still shown once.
      const deliverJob = async () => {
        await deliver(page, JSON.stringify({ kind: 'scope_job', ticket: job[1]?.slice(6) }))
        return shown()
      }
      await expect.poll(deliverJob, { interval: 2_000 }).toEqual([job])
      await deliver(page, 'nonsense')
      await expect.poll(shown).toHaveLength(2)
      expect(await shown()).toEqual(expect.arrayContaining([job, ['New request', '']]))
      await context.serviceWorkers()[0]?.evaluate(async (tag) => {
        const scope = self as unknown as { registration: ServiceWorkerRegistration } & EventTarget
        const [notification] = await scope.registration.getNotifications({ tag })
        const kind = (self as unknown as { NotificationEvent: typeof Event }).NotificationEvent
        scope.dispatchEvent(new kind('notificationclick', { notification } as EventInit))
      }, job[1] ?? '')
      await page.waitForURL('**/authenticator/link')
      await expect.poll(shown).toHaveLength(1)
    })
  },
  { LANYARD_PUSH: 'on', LANYARD_PUSH_SERVICES: 'push.example' },
)

describeInWholeBrowser('a server that sends no push messages', (running) => {
  it('says so', async () => {
    const { page } = await running().open('/authenticator/settings', { permissions: ['notifications'] })
    await page.getByText('This server doesn’t send notifications.').waitFor()
    expect(await page.getByRole('button', { name: 'Turn on notifications' }).count()).toBe(0)
  })
})

/** Hands a message to the worker as a push service does. */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const known = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration !== undefined) resolve(registration.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await known,
    data,
  })
}
