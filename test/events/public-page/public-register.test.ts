import { describe, expect, it } from 'vitest'
import { linkIn, mailsTo, newToken, onEachPage, publicScene, viewIn } from '../public-page.ts'
import { type Json, newPerson } from '../scene.ts'

const text = (name: string, more: Json = {}) => ({ name, label: `Label ${name}`, type: 'text', ...more })

onEachPage(
  'The page of an event',
  (running) => {
    const { visitor, open, list, organiser } = publicScene(running, 'PAGE')
    const later = () => running().clock.advance(1_500)

    it('shows what the organiser wrote, without a script and in the language of the browser', async () => {
      const { code } = await open({
        event: {
          title: 'Keys <b>& Badges',
          description: 'Two\ndays.\n\nSee https://example.org/plan.',
          venue: { name: 'Hall', address: 'Zoo & Straße 1' },
          contact: { email: 'desk@example.org', phone: '+493415550100' },
          capacity: 7,
        },
      })
      const { status, text, headers } = await visitor.get(`/e/${code.toLowerCase()}`, {
        'accept-language': 'nl, de-CH;q=0.8, fr;q=0.5',
      })
      expect(status).toBe(200)
      expect(text).toContain('<html lang="de">')
      expect(text).toContain('Keys &lt;b>&amp; Badges')
      expect(text).toContain('mailto:desk@example.org')
      expect(text).toContain('href="tel:+493415550100"')
      expect(text).toContain(
        'href="https://www.openstreetmap.org/search?query=Zoo%20%26%20Stra%C3%9Fe%201" target="_blank" rel="noopener noreferrer"',
      )
      expect(text).toContain('<p class="prose"><bdi>Two\ndays.</bdi></p>')
      expect(text).toContain('<a href="https://example.org/plan" rel="noopener noreferrer">')
      expect(text).toContain('<form')
      expect(headers.get('cache-control')).toBe('no-cache')
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
      expect(text).not.toMatch(/<script(?! type="(module|application\/json)")|<style| style=| on\w+="/)
      const spanish = await visitor.get(`/e/${code}?lang=es`, { 'accept-language': 'de' })
      expect(spanish.text).toContain('<html lang="es">')
    })

    it.each(['draft', 'archived', 'unknown'])('says the same of an event that is %s', async (kind) => {
      const event = kind === 'unknown' ? { code: 'NO-SUCH' } : await open({ event: { status: kind } })
      const { status, text } = await visitor.get(`/e/${event.code}`)
      const other = await visitor.get('/e/NOTHING-HERE')
      expect([status, text]).toEqual([404, other.text])
      expect((await visitor.get(`/e/${event.code}/places`)).status).toBe(404)
      expect((await visitor.register(event.code, {})).status).toBe(404)
    })

    it.each([
      ['soon', { registrationOpens: '2030-01-01T00:00:00Z' }],
      ['closed', { registrationCloses: '2025-01-01T00:00:00Z' }],
      ['closed', { status: 'closed' }],
      ['cancelled', { status: 'cancelled' }],
      ['over', { start: '2025-01-01T00:00:00Z', end: '2025-01-02T00:00:00Z' }],
      ['full', { capacity: 0 }],
      ['waiting-list', { capacity: 0, waitlistEnabled: true }],
      ['open', {}],
    ])('tells that it is %s with %j', async (state, members) => {
      const { code } = await open({ event: members })
      const { text } = await visitor.get(`/e/${code}`)
      expect(viewIn(text).places).toMatchObject({ state })
      expect(text.includes('<form')).toBe(['open', 'waiting-list'].includes(state))
      const sent = await visitor.post(`/e/${code}`, { token: 't'.repeat(22), ...newPerson() })
      expect(sent.status).toBe(['open', 'waiting-list'].includes(state) ? 200 : 409)
    })

    it('registers, and the mail leads to number, ticket and calendar', async () => {
      const event = await open({ event: { title: 'Keys', locale: 'fr' } })
      const person = newPerson()
      const sent = await visitor.register(event.code, person)
      expect([sent.status, viewIn(sent.text).page]).toEqual([200, 'sent'])
      expect(sent.text).toContain('Check your e-mail')
      const [made] = await list(event)
      expect(made).toMatchObject({ status: 'confirmed', source: 'registration-page', registrant: person })
      const [mail, second] = await mailsTo(running(), person.email)
      expect(second).toBeUndefined()
      expect(mail?.subject).toBe('Votre inscription est confirmée : Keys')
      expect(mail?.text).toContain(String(made?.confirmationNumber))
      const page = await visitor.get(linkIn(mail?.text ?? ''))
      expect(page.status).toBe(200)
      expect(page.text).toContain(String(made?.confirmationNumber))
      expect(page.text).toContain('data:image/svg+xml;base64,')
      expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow')
      const calendar = await visitor.get(`${linkIn(mail?.text ?? '')}/calendar.ics`)
      expect(calendar.headers.get('content-type')).toContain('text/calendar')
      expect(calendar.text).toContain('SUMMARY:Keys')
      expect(calendar.text).not.toContain('/r/')
    })

    it('shows the address that was typed in the answer to the form, and nowhere else', async () => {
      const event = await open()
      const { email, ...names } = newPerson()
      const sent = await visitor.register(event.code, { ...names, email: ` ${email}` })
      expect(sent.text).toContain(`<bdi>${email}</bdi>`)
      expect(sent.headers.get('cache-control')).toBe('no-store')
      expect(sent.headers.get('set-cookie')).toBeNull()
      const opened = await visitor.get(`/e/${event.code}/sent`)
      expect(opened.text).toContain('the address you entered')
      expect(viewIn(opened.text).email).toBeNull()
      expect(running().logLines.filter((line) => line.includes(email))).toEqual([])
    })

    it('brings the form back with errors at their fields and everything that was typed', async () => {
      const { code } = await open({
        form: {
          sections: [
            {
              title: 'More',
              fields: [
                text('role', { required: true }),
                { name: 'age', label: 'Age', type: 'number', validation: { minimum: 18, integer: true } },
                { name: 'diet', label: 'Diet', type: 'select', choices: [{ value: 'a', label: 'A' }] },
                { name: 'terms', label: 'Terms', type: 'consent', required: true },
              ],
            },
          ],
        },
      })
      const answer = await visitor.register(code, {
        firstName: 'Ada "the" <first>',
        lastName: '',
        email: 'nonsense',
        'a.age': 'twelve',
        'a.diet': 'a',
        'a.role': '  ',
      })
      expect(answer.status).toBe(422)
      expect(answer.text).toContain('value="Ada &quot;the&quot; &lt;first>"')
      expect(answer.text).toContain('value="nonsense"')
      expect(answer.text).toContain('value="twelve"')
      expect(answer.text).toMatch(/<option[^>]*selected[^>]*value="a"|<option[^>]*value="a"[^>]*selected/)
      expect(answer.text).toContain('Please enter a valid e-mail address')
      expect(answer.text).toContain('Please enter a whole number.')
      expect(answer.text).toContain('We need your consent for this.')
      expect(answer.text.match(/role="alert"/g)?.length).toBe(6)
      expect(viewIn(answer.text)).toMatchObject({
        draft: { registrant: { entries: { age: 'twelve', role: '  ' } } },
      })
    })

    it('takes every kind of answer from plain controls, and drops what a condition hides', async () => {
      const event = await open({
        form: {
          sections: [
            {
              title: 'All',
              fields: [
                text('note'),
                { name: 'phone', label: 'Phone', type: 'phone', personalData: 'phone' },
                { name: 'count', label: 'Count', type: 'number' },
                { name: 'news', label: 'News', type: 'boolean' },
                {
                  name: 'days',
                  label: 'Days',
                  type: 'multiselect',
                  choices: [1, 2, 3].map((n) => ({ value: `d${n}`, label: `D${n}` })),
                },
                { name: 'born', label: 'Born', type: 'date' },
                { name: 'at', label: 'At', type: 'time' },
                { name: 'when', label: 'When', type: 'datetime' },
                { name: 'land', label: 'Land', type: 'country' },
                { name: 'site', label: 'Site', type: 'url' },
                {
                  name: 'size',
                  label: 'Size',
                  type: 'radio',
                  choices: [
                    { value: 's', label: 'S' },
                    { value: 'm', label: 'M' },
                  ],
                },
                text('why', { required: true, visibleIf: { field: 'size', in: ['s'] } }),
              ],
            },
          ],
        },
      })
      const sent = await visitor.register(event.code, {
        ...newPerson(),
        'a.note': 'a\r\nb',
        'a.phone': '0049 (30) 123-456',
        'a.count': '3,5',
        'a.news': 'true',
        'a.days': ['d1', 'd3'],
        'a.born': '1990-02-28',
        'a.at': '14:30',
        'a.when': '2031-07-06T14:30',
        'a.land': 'de',
        'a.site': 'https://example.org',
        'a.size': 'm',
        'a.why': 'hidden',
      })
      expect([sent.status, viewIn(sent.text).page]).toEqual([200, 'sent'])
      const [made] = await list(event)
      expect(made?.answers).toEqual({
        note: 'a\nb',
        phone: '+4930123456',
        count: 3.5,
        news: true,
        days: ['d1', 'd3'],
        born: '1990-02-28',
        at: '14:30',
        when: '2031-07-06T14:30:00+02:00',
        land: 'DE',
        site: 'https://example.org',
        size: 'm',
      })
      expect(made?.registrant).toMatchObject({ phone: '+4930123456' })
    })

    it('takes types, options with numbers, sessions and guests', async () => {
      const session = (code: string, hour: number) => ({
        code,
        title: `Session ${code}`,
        start: `2031-05-06T${hour}:00:00+02:00`,
        end: `2031-05-06T${hour + 1}:00:00+02:00`,
      })
      const event = await open({
        event: { maxGuests: 2 },
        registrationTypes: [
          { name: 'Standard', code: 'STD' },
          { name: 'Speaker', code: 'SPK' },
        ],
        sessions: [session('A', 10), session('B', 10), session('C', 12)],
        optionGroups: [
          {
            ref: 'dinner',
            name: 'Dinner',
            required: true,
            registrationTypeIds: ['STD'],
            options: [{ name: 'Yes', code: 'YES', maxPerRegistration: 3 }],
          },
        ],
        form: { sections: [{ title: 'Who', fields: [text('role', { required: true, perAttendee: true })] }] },
      })
      const { groupId, optionId } = event.options.YES ?? { groupId: '', optionId: '' }
      const { A = '', B = '', C = '' } = event.sessions
      const fields = {
        ...newPerson(),
        type: event.types.STD ?? '',
        'a.role': 'Boss',
        [`o.${groupId}`]: optionId,
        [`q.${optionId}`]: '2',
        s: [A, B],
        'g.0.firstName': 'Alan',
        'g.0.lastName': 'Guest',
        'g.0.a.role': '',
      }
      const refused = await visitor.register(event.code, fields)
      expect(refused.status).toBe(422)
      expect(viewIn(refused.text).errors).toMatchObject([{ pointer: '/attendees/1/answers/role' }])
      const clashing = await visitor.register(event.code, { ...fields, 'g.0.a.role': 'Guest' })
      expect([clashing.status, viewIn(clashing.text).failure]).toEqual([409, 'session-clash'])
      const sent = await visitor.register(event.code, { ...fields, 'g.0.a.role': 'Guest', s: [A, C] })
      expect(sent.status).toBe(200)
      const [made] = await list(event)
      expect(made).toMatchObject({
        registrationTypeId: event.types.STD,
        options: [{ groupId, optionId, quantity: 2 }],
        attendees: [{ isGuest: false }, { isGuest: true, firstName: 'Alan', answers: { role: 'Guest' } }],
      })
      expect(made?.sessionIds).toEqual([A, C])
      const many = Object.fromEntries(
        [0, 1, 2].flatMap((n) => [
          [`g.${n}.firstName`, 'X'],
          [`g.${n}.lastName`, 'Y'],
          [`g.${n}.a.role`, 'Z'],
        ]),
      )
      expect((await visitor.register(event.code, { ...fields, ...newPerson(), ...many, s: [] })).status).toBe(
        422,
      )
    })

    it('adds and removes guests, and shows another type, by buttons alone', async () => {
      const { code, types } = await open({
        event: { maxGuests: 2 },
        registrationTypes: [
          { name: 'One', code: 'ONE' },
          { name: 'Two', code: 'TWO' },
        ],
      })
      const kept = { token: newToken(), firstName: 'Ada', type: types.TWO ?? '' }
      const added = await visitor.post(`/e/${code}`, { ...kept, action: 'add-guest' })
      expect(added.status).toBe(200)
      expect(viewIn(added.text)).toMatchObject({
        draft: { token: kept.token, typeId: types.TWO, registrant: { firstName: 'Ada' }, guests: [{}] },
        errors: [],
      })
      const guests = { 'g.0.firstName': 'A', 'g.0.lastName': '', 'g.1.firstName': 'B', 'g.1.lastName': '' }
      const fewer = await visitor.post(`/e/${code}`, { ...kept, ...guests, action: 'remove-guest-0' })
      expect(viewIn(fewer.text)).toMatchObject({ draft: { guests: [{ firstName: 'B' }] } })
    })

    it('refuses a NUL, wherever it stands', async () => {
      const { code } = await open()
      expect((await visitor.get('/e/%00')).status).toBe(404)
      const fields = { token: newToken(), ...newPerson(), firstName: 'A\0' }
      expect((await visitor.post(`/e/${code}`, fields)).status).toBe(400)
    })

    it('registers anew by the same form when the first registration is cancelled', async () => {
      const event = await open()
      const fields = { token: newToken(), ...newPerson() }
      await visitor.post(`/e/${event.code}`, fields)
      const [mail] = await mailsTo(running(), fields.email)
      await visitor.post(`${linkIn(mail?.text ?? '')}/cancel`, {})
      for (let turn = 0; turn < 2; turn++)
        expect((await visitor.post(`/e/${event.code}`, fields)).status).toBe(200)
      const states = (await list(event)).map(({ status }) => status)
      expect(states.sort()).toEqual(['cancelled', 'confirmed'])
      expect(
        (await mailsTo(running(), fields.email)).map(({ subject }) => (subject ?? '').split(':')[0]),
      ).toEqual(['You’re registered', 'Registration cancelled', 'You’re registered'])
    })

    it('chooses the first type that is open', async () => {
      const event = await open({
        registrationTypes: [
          { name: 'Early', code: 'EARLY', closesAt: '2025-01-01T00:00:00Z' },
          { name: 'Usual', code: 'USUAL' },
          { name: 'Late', code: 'LATE' },
        ],
      })
      const { text } = await visitor.get(`/e/${event.code}`)
      expect(viewIn(text).draft).toMatchObject({ typeId: event.types.USUAL })
      expect((await visitor.register(event.code, newPerson())).status).toBe(200)
    })

    it('makes one registration of a form that is sent twice, at once or again', async () => {
      const event = await open({ event: { multiplePerEmail: true } })
      const fields = { token: newToken(), ...newPerson() }
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => visitor.post(`/e/${event.code}`, fields)),
      )
      const again = await visitor.post(`/e/${event.code}`, fields)
      const locations = new Set(
        [...answers, again].filter(({ status }) => status === 303).map(({ location }) => location),
      )
      expect(locations.size).toBe(1)
      expect([...locations][0]).toMatch(/\/r\/[\w-]{65}$/)
      expect(await list(event)).toHaveLength(1)
      expect((await visitor.get([...locations][0] ?? '')).text).toContain('Your place is confirmed')
      // Back, and somebody else under the same address.
      const other = await visitor.post(`/e/${event.code}`, { ...fields, firstName: 'Other' })
      expect(locations.has(other.location)).toBe(false)
      expect(await list(event)).toHaveLength(2)
      const corrected = await visitor.post(`/e/${event.code}`, { ...fields, email: newPerson().email })
      expect(corrected.status).toBe(303)
      expect(await list(event)).toHaveLength(3)
    })

    it('sells the last place once to thirty who want it at once', async () => {
      const event = await open({ event: { capacity: 1 } })
      const people = Array.from({ length: 30 }, newPerson)
      const answers = await Promise.all(people.map((person) => visitor.register(event.code, person)))
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([200, ...Array.from({ length: 29 }, () => 409)])
      expect(answers.filter(({ text }) => text.includes('there is no place left'))).toHaveLength(29)
      expect((await list(event)).filter(({ status }) => status === 'confirmed')).toHaveLength(1)
      expect(await event.counts()).toMatchObject({ registeredCount: 1, remaining: 0 })
    })

    describe('where an address is registered already', () => {
      const shapeOf = ({ status, headers, text, location }: Awaited<ReturnType<typeof visitor.post>>) => ({
        status,
        location,
        text: text
          .replaceAll(/(name="token" value="|"token":")[^"]+/g, '$1')
          .replaceAll(/grace\.\d+(@[\w.]+)?|Example \d+/gi, ''),
        headers: Object.fromEntries(
          [...headers].filter(([name]) => name !== 'date' && name !== 'content-length'),
        ),
      })

      it('answers as to a new one, changes nothing and sends its owner the link', async () => {
        const event = await open()
        const person = newPerson()
        const first = await visitor.register(event.code, person)
        const [mail] = await mailsTo(running(), person.email)
        const known = await visitor.register(event.code, {
          ...newPerson(),
          email: person.email.toUpperCase(),
        })
        const unknown = await visitor.register(event.code, newPerson())
        expect(shapeOf(known)).toEqual(shapeOf(unknown))
        expect(shapeOf(known)).toEqual(shapeOf(first))
        expect(
          (await list(event)).filter(({ registrant }) => (registrant as Json).email === person.email),
        ).toHaveLength(1)
        const [, again, third] = await mailsTo(running(), person.email)
        expect([again?.subject, third]).toEqual(['Your registration: Keys and Badges', undefined])
        expect(linkIn(again?.text ?? '')).toBe(linkIn(mail?.text ?? ''))
      })

      it('refuses where a new one would be refused: full, a full option, an answer', async () => {
        const group = { ref: 'g', name: 'Dinner', options: [{ name: 'Yes', code: 'YES', capacity: 1 }] }
        const event = await open({ event: { capacity: 2 }, optionGroups: [group] })
        const { groupId, optionId } = event.options.YES ?? { groupId: '', optionId: '' }
        const person = newPerson()
        const dinner = { [`o.${groupId}`]: optionId }
        await visitor.register(event.code, { ...person, ...dinner })
        const same = { email: person.email, firstName: 'Grace', lastName: 'Example 1' }
        later()
        const asked = async (fields: Record<string, string>) => [
          shapeOf(await visitor.register(event.code, { ...same, ...fields })),
          shapeOf(await visitor.register(event.code, { ...newPerson(), ...fields })),
        ]
        const [knownDinner, newDinner] = await asked(dinner)
        expect(knownDinner?.status).toBe(409)
        expect(knownDinner).toEqual(newDinner)
        await visitor.register(event.code, newPerson())
        later()
        const [knownFull, newFull] = await asked({})
        expect(knownFull?.status).toBe(409)
        expect(knownFull).toEqual(newFull)
        expect(await event.counts()).toMatchObject({ registeredCount: 2 })
        expect(await event.left()).toEqual({ YES: 0 })
      })

      it('takes as long as with a new one', async () => {
        const event = await open()
        const person = newPerson()
        await visitor.register(event.code, person)
        const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
        for (let round = 0; round < 8; round++)
          for (const kind of ['known', 'unknown'] as const) {
            const start = performance.now()
            await visitor.post(`/e/${event.code}`, {
              token: newToken(),
              ...(kind === 'known' ? person : newPerson()),
            })
            times[kind].push(performance.now() - start)
          }
        // The quickest of each: what else the machine does takes time from all of them.
        const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)]
        expect(Math.min(known, unknown)).toBeGreaterThan(245)
        expect(Math.abs(known - unknown)).toBeLessThan(20)
      })

      it('writes to its owner a few times an hour only', async () => {
        const event = await open()
        const person = newPerson()
        for (let round = 0; round < 6; round++) await visitor.register(event.code, person)
        expect(await mailsTo(running(), person.email)).toHaveLength(4)
      })
    })

    it('tells what is left while the page is open, from memory', async () => {
      const event = await open({ event: { capacity: 5 } })
      const first = await visitor.get(`/e/${event.code}/places`)
      expect(JSON.parse(first.text)).toEqual({ state: 'open', left: { '': 5 } })
      const etag = first.headers.get('etag') ?? ''
      expect((await visitor.get(`/e/${event.code}/places`, { 'if-none-match': etag })).status).toBe(304)
      await event.take()
      later()
      const next = await visitor.get(`/e/${event.code}/places`, { 'if-none-match': etag })
      expect([next.status, JSON.parse(next.text)]).toEqual([200, { state: 'open', left: { '': 4 } }])
    })

    it('refuses what no form of the page sends', async () => {
      const { code } = await open()
      const send = (headers: Record<string, string>, body: string) =>
        fetch(`${running().url}/e/${code}`, { method: 'POST', headers, body })
      const form = 'application/x-www-form-urlencoded'
      expect((await send({ 'content-type': 'application/json' }, '{}')).status).toBe(415)
      expect((await send({ 'content-type': 'text/plain' }, 'a=b')).status).toBe(415)
      expect((await send({ 'content-type': form, 'sec-fetch-site': 'cross-site' }, 'a=b')).status).toBe(403)
      expect((await send({ 'content-type': form }, `a=${'x'.repeat(300_000)}`)).status).toBe(413)
      expect((await send({ 'content-type': form, 'content-encoding': 'gzip' }, 'a=b')).status).toBe(415)
      expect((await send({ 'content-type': form }, '__proto__=1&a.__proto__=2&a.constructor=3')).status).toBe(
        422,
      )
      expect(({} as Json).polluted).toBeUndefined()
      expect((await fetch(`${running().url}/e/${code}`, { method: 'PUT' })).status).toBe(405)
      expect((await visitor.get('/e/assets/../../manifest.json')).status).toBe(404)
      expect((await visitor.get('/e/server.js')).status).toBe(404)
    })

    it.each(['docs', 'Assets', 'data', 'API', 'console'])('keeps the code %s for itself', async (code) => {
      const answer = await organiser().call('POST', '/registration/api/v1/events', {
        body: {
          code,
          title: 'X',
          start: '2031-05-06T09:00:00Z',
          end: '2031-05-06T10:00:00Z',
          timezone: 'UTC',
        },
      })
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('/code')])
    })
  },
  { LANYARD_RATE: 'off' },
)
