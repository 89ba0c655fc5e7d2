import { expect, it } from 'vitest'
import { mailsTo, onEachPage, publicScene } from '../public-page.ts'
import { newPerson } from '../scene.ts'

const times = { start: '2031-05-06T07:00:00Z', end: '2031-05-06T16:00:00Z' }

onEachPage('The mail about a registration', (running) => {
  const { visitor, open } = publicScene(running, 'MAIL')

  it.each([
    ['Europe/Berlin', 'en', /^When: Tue, 6 May 2031, 09:00\s?–\s?18:00 \(Europe\/Berlin\)$/m],
    ['Asia/Tokyo', 'en', /^When: Tue, 6 May 2031, 16:00.*Wed, 7 May 2031, 01:00 \(Asia\/Tokyo\)$/m],
    ['Europe/Berlin', 'en-US', /^When: Tue, May 6, 2031, 9:00.*6:00\sPM \(Europe\/Berlin\)$/m],
    ['Europe/Berlin', 'de', /^Wann: Di\., 6\. Mai 2031, 09:00\s?–\s?18:00 Uhr \(Europe\/Berlin\)$/m],
  ])('shows the time in %s, as %s writes it', async (timezone, locale, when) => {
    const event = await open({ event: { ...times, timezone, locale } })
    const person = newPerson()
    await visitor.register(event.code, person)
    const [mail] = await mailsTo(running(), person.email)
    expect(mail?.text).toMatch(when)
  })
})
