import { expect } from 'vitest'

/** What a running server shows; one on a busy machine puts requests off, and is asked again. */
export async function readJson<T>(url: string, headers: Readonly<Record<string, string>>): Promise<T> {
  let text = ''
  const ask = async () => {
    const answer = await fetch(url, { headers })
    text = await answer.text()
    return answer.status
  }
  await expect.poll(ask).toBe(200)
  return JSON.parse(text) as T
}
