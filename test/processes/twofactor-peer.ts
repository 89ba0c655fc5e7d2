import { expect } from 'vitest'
import {
  clientOf,
  newPhone,
  type TwofactorAnswer,
  type TwofactorClient,
  userForm,
} from '../twofactor/client.ts'
import { newSeed } from '../twofactor/tokens.ts'
import { untilServed } from '../until-served.ts'

type Settings = Readonly<Record<string, string>>

export type Person = { readonly id: number; readonly seed: Buffer }

/** An application that is patient. */
export function patientClient(url: string, key: string): TwofactorClient {
  const client = clientOf(url, key)
  const post: TwofactorClient['post'] = (path, sending) => untilServed(() => client.post(path, sending))
  return {
    ...client,
    get: (path, sending) => untilServed(() => client.get(path, sending)),
    post,
    async enrol(phone = newPhone()) {
      const { status, body } = await post('/protected/json/users/new', { form: userForm(phone) })
      expect(status).toBe(200)
      return Number(body.twofactor_id)
    },
  }
}

export async function enrolPerson(client: TwofactorClient): Promise<Person> {
  const id = await client.enrol(newPhone())
  return { id, seed: await newSeed(client, id) }
}

type Guess = { id: number; token: string; headers?: Settings; query?: Settings }

export function verifyAt(
  url: string,
  key: string,
  { id, token, ...sending }: Guess,
): Promise<TwofactorAnswer> {
  return patientClient(url, key).get(`/protected/json/verify/${token}/${id}`, sending)
}

/** By status and code. */
export function countAnswers(answers: readonly TwofactorAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = status === 200 ? '200' : `${status} ${body.error_code}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

export async function serialOf(url: string, key: string): Promise<number> {
  const { body } = await patientClient(url, key).get('/protected/json/app/details')
  return (body.app as { app_id: number }).app_id
}
