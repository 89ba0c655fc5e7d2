import type { Answer, Json, Organiser } from './scene.ts'

export type Found = {
  data: Json[]
  paging: { pageSize: number; nextCursor: string | null; prevCursor: string | null }
}
export type Refused = { code: string; errors: { pointer: string; code: string; message: string }[] }

/** Somebody who searches at one address. */
export function searcher(organiser: Organiser, path: string) {
  const call = <B = Found>(body: unknown): Promise<Answer<B>> => organiser.call<B>('POST', path, { body })
  return {
    call,
    /** A member of what is found, in its order. */
    async values(filter: Json | undefined, member = 'email', rest: Json = {}): Promise<unknown[]> {
      const { status, body, text } = await call({ ...(filter === undefined ? {} : { filter }), ...rest })
      if (status !== 200) throw new Error(text)
      return body.data.map((item) => item[member])
    },
    /** The pointer of the first error and its code. */
    async refusal(body: unknown): Promise<string> {
      const answer = await call<Refused>(body)
      const [error] = answer.body.errors ?? []
      return `${answer.status} ${error?.pointer} ${error?.code}`
    },
  }
}
