import { expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { expectRefusal } from '../refusal.ts'
import { newScene, send } from '../scene.ts'

onEachApp('GET /scope/{ticket}/qr', (running) => {
  it('is an image of the link, which carries the ticket behind the hash', async () => {
    const { created } = await newScene(running())
    const { qr, link, ticket } = created
    expect(new URL(link).hash).toBe(`#/job/${ticket}`)
    expect(new URL(link).search).toBe('')
    expect(qr).toBe(`${running().issuerUrl}/scope/${ticket}/qr`)
    const answer = await send(running(), 'GET', `/scope/${ticket}/qr`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.text).toMatch(/^<svg[^>]+viewBox="0 0 (\d+) \1"[\s\S]*<\/svg>\s*$/)
    expect(answer.text).not.toContain('<script')
  })

  it('is another one for every job', async () => {
    const [one, other] = [await newScene(running()), await newScene(running())]
    const image = ({ created }: typeof one) => send(running(), 'GET', `/scope/${created.ticket}/qr`)
    expect((await image(one)).text).not.toBe((await image(other)).text)
  })

  it('takes the ticket alone', async () => {
    const { created } = await newScene(running())
    expectRefusal(running(), await send(running(), 'GET', `/scope/${created.job}/qr`), 'unknown-job')
    expectRefusal(running(), await send(running(), 'GET', `/scope/${'a'.repeat(20)}/qr`), 'unknown-job')
  })
})
