import type { Page } from 'playwright-core'
import { createApiKey } from '../app/commands/program.ts'
import { newPhone } from '../twofactor/client.ts'
import type { BrowserSuite } from './chromium.ts'

type Asked = { uuid: string; number: string | undefined }

/** An application of the two-factor service, as its own server sees it. */
export type Bank = {
  /** Gives a user's number and the code that enrols a device. */
  newUser(): Promise<{ id: number; code: string }>
  ask(id: number, members: Record<string, unknown>): Promise<Asked>
  /** Polls until somebody has answered. */
  result(asked: Asked): Promise<string>
  /** Whether a code of the user's app is accepted. */
  accepts(id: number, code: string): Promise<boolean>
  /** The names of the devices of a user. */
  devices(id: number): Promise<string>
  /** Takes a user off, devices and all. */
  remove(id: number): Promise<void>
}

export async function openBank(
  { url, place }: Pick<BrowserSuite, 'url' | 'place'>,
  name = 'Little Bank',
): Promise<Bank> {
  const key = await createApiKey(place, 'twofactor', { name })

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${url}/twofactor${path}`, {
      method,
      headers: { 'x-twofactor-api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(answer)}`)
    return answer as T
  }

  return {
    async newUser() {
      const { country, number } = newPhone()
      const { twofactor_id: id } = await call<{ twofactor_id: number }>('POST', '/protected/json/users/new', {
        user: { cellphone: number, country_code: country },
      })
      const path = `/protected/json/users/${id}/enrolments`
      const { enrolment } = await call<{ enrolment: { code: string } }>('POST', path, {})
      return { id, code: enrolment.code }
    },
    async ask(id, members) {
      const path = `/onetouch/json/users/${id}/approval_requests`
      const answer = await call<{ approval_request: Asked; number?: string }>('POST', path, members)
      return { uuid: answer.approval_request.uuid, number: answer.number }
    },
    async result({ uuid }) {
      for (;;) {
        const path = `/onetouch/json/approval_requests/${uuid}?wait=25`
        const { status } = (await call<{ approval_request: { status: string } }>('GET', path))
          .approval_request
        if (status !== 'pending') return status
      }
    },
    accepts: (id, code) =>
      call('GET', `/protected/json/verify/${code}/${id}`).then(
        () => true,
        () => false,
      ),
    devices: async (id) => JSON.stringify(await call('GET', `/protected/json/users/${id}/status`)),
    async remove(id) {
      await call('POST', `/protected/json/users/${id}/remove`, {})
    },
  }
}

/** Enrols the authenticator as a new user does, and shows its first page. */
export async function enrolByLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add this device' }).click()
  await page.getByRole('heading', { level: 1, name: /is connected/ }).waitFor()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByText('No requests').waitFor()
}
