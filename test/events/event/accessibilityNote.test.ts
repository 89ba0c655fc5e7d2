import { expect, it } from 'vitest'
import { mailsTo, onEachPage, publicScene } from '../public-page.ts'
import { newPerson } from '../scene.ts'

const note = 'Step-free from the north gate.\nAsk Ada for the hearing loop.'

onEachPage('The accessibility note of an event', (running) => {
  const { visitor, open, organiser } = publicScene(running, 'NOTE')

  it('is stored, changed, taken away and searched by', async () => {
    const event = await open({ event: { accessibilityNote: note } })
    const read = async () => (await event.call('GET', '')).body.accessibilityNote
    expect(await read()).toBe(note)
    const wanted = { filter: { field: 'accessibilityNote', op: 'contains', value: 'hearing loop' } }
    const search = '/registration/api/v1/events/search'
    const found = await organiser().call<{ data: { id: string }[] }>('POST', search, { body: wanted })
    expect(found.body.data.map(({ id }) => id)).toContain(event.id)
    await event.call('PATCH', '', { accessibilityNote: null })
    expect(await read()).toBeNull()
  })

  it('has at most 2,000 characters', async () => {
    const event = await open()
    expect(await event.call('PATCH', '', { accessibilityNote: 'x'.repeat(2_000) })).toMatchObject({
      status: 200,
    })
    expect(await event.call('PATCH', '', { accessibilityNote: 'x'.repeat(2_001) })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/accessibilityNote' }] },
    })
  })

  it('is on the page and in the mails, and nowhere where there is none', async () => {
    const [noted, plain] = [await open({ event: { accessibilityNote: note } }), await open()]
    expect((await visitor.get(`/e/${noted.code}`)).text).toContain('Ask Ada for the hearing loop.')
    expect((await visitor.get(`/e/${plain.code}`)).text).not.toContain('<h2>Accessibility</h2>')
    for (const { code } of [noted, plain]) {
      const { firstName, lastName, email } = newPerson()
      await visitor.register(code, { firstName, lastName, email })
      const [mail] = await mailsTo(running(), email)
      const line = 'Accessibility: Step-free from the north gate. Ask Ada for the hearing loop.'
      expect(mail?.text.includes(line)).toBe(code === noted.code)
    }
  })
})
