import * as jose from 'jose'
import type { Page } from 'playwright-core'
import { askToken, newApplication, type Party } from '../issuer/party.ts'
import { type CreatedJob, create, read } from '../issuer/scene.ts'
import type { BrowserSuite } from './chromium.ts'

type Job = { status: string; token?: string; receipt?: string }

/** An application of the issuer, as its own server sees it. */
export type Asker = {
  readonly fingerprint: string
  ask(members: Record<string, unknown>): Promise<CreatedJob>
  read(created: CreatedJob): Promise<Job>
  /** Polls until the job has ended. */
  result(created: CreatedJob): Promise<Job>
  cancel(created: CreatedJob): Promise<void>
}

export async function newAsker({ url }: Pick<BrowserSuite, 'url'>, name = 'Little Shop'): Promise<Asker> {
  const { issuer } = (await (await fetch(`${url}/issuer/.well-known/issuer`)).json()) as { issuer: string }
  const place = { url, issuerUrl: issuer, clock: { now: () => Date.now() } as never }
  const app: Party = await newApplication(place, { name, callback: ['https://shop.example'] })
  const readJob = async ({ job }: CreatedJob, query = '') =>
    (await read(place, `${job}${query}`)).body as unknown as Job
  return {
    fingerprint: app.fingerprint,
    ask: (members) => create(place, askToken(app, members)),
    read: readJob,
    async result(created) {
      for (;;) {
        const job = await readJob(created, '?wait=25')
        if (job.status !== 'outstanding') return job
      }
    },
    async cancel({ job }) {
      await fetch(`${url}/issuer/scope/${job}`, { method: 'DELETE' })
    },
  }
}

/** The claims of the user's own token, verified against the key that is registered. */
export async function verifyAnswer(url: string, token: string, audience: string): Promise<jose.JWTPayload> {
  const { sub } = jose.decodeJwt(token)
  const { jwk } = (await (await fetch(`${url}/issuer/key/${sub}`)).json()) as { jwk: jose.JWK }
  const key = await jose.importJWK(jwk, jwk.kty === 'EC' ? 'ES256' : 'EdDSA')
  return (await jose.jwtVerify(token, key, { audience })).payload
}

/** Makes an identity as a new user does, opens its page, and gives its fingerprint. */
export async function makeIdentity(page: Page, name = 'Ada'): Promise<string> {
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create identity' }).click()
  await page.getByRole('heading', { level: 1, name: /^You’re ready/ }).waitFor()
  await page.getByRole('link', { name: 'Add e-mail or phone' }).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const { pathname } = new URL(page.url())
  return pathname.slice(pathname.lastIndexOf('/') + 1)
}
