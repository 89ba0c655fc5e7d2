import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import {
  codeTo,
  expectRefusal,
  newClient,
  newPhone,
  type Phone,
  type Sending,
  type TwofactorAnswer,
  type TwofactorClient,
} from '../client.ts'

const PATH = '/protected/json/phones/verification/check'

onEachApp('checkVerification', (running) => {
  let client: TwofactorClient
  beforeAll(async () => {
    client = await newClient(running())
  })
  const fieldsOf = ({ country, number }: Phone) => ({ phone_number: number, country_code: country })
  async function start(more: Record<string, string> = {}): Promise<{ phone: Phone; code: string }> {
    const phone = newPhone()
    const form = { ...fieldsOf(phone), ...more }
    const answer = await client.post('/protected/json/phones/verification/start', { form })
    expect(answer.status).toBe(200)
    return { phone, code: await codeTo(running(), phone.e164) }
  }
  const check = (phone: Phone, code: string) =>
    client.get(PATH, { query: { ...fieldsOf(phone), verification_code: code } })
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
  const expectRight = ({ status, text }: TwofactorAnswer) =>
    expect([status, text]).toEqual([200, '{"message":"Verification code is correct.","success":true}'])

  it('takes the right code once', async () => {
    const { phone, code } = await start()
    expectRight(await check(phone, code))
    const { number } = phone
    const shown = `+1 ${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}`
    expectRefusal(await check(phone, code), 404, '60023', `No pending verifications for ${shown} found.`)
  })

  it.each<[string, (fields: Record<string, string>) => Sending]>([
    ['in a form of a GET', (fields) => ({ form: fields })],
    ['in JSON of a GET', (fields) => ({ json: fields })],
    [
      'half in the query',
      ({ verification_code: code = '', ...fields }) => ({ query: { verification_code: code }, form: fields }),
    ],
  ])('takes its parameters %s', async (_name, sendingOf) => {
    const { phone, code } = await start()
    expectRight(await client.get(PATH, sendingOf({ ...fieldsOf(phone), verification_code: code })))
  })

  it('refuses a wrong code, and whatever is none, five times', async () => {
    const { phone, code } = await start()
    const codes = [wrong(code), 'abcdef', code.repeat(6), ` ${code}`, '']
    for (const text of codes)
      expectRefusal(await check(phone, text), 401, '60022', 'Verification code is incorrect')
    const sixth = await check(phone, code)
    expectRefusal(sixth, 429, '60003')
    expect(sixth.headers.get('retry-after')).toBe('600')
    const form = fieldsOf(phone)
    expectRefusal(await client.post('/protected/json/phones/verification/start', { form }), 429, '60003')
    running().clock.advance(600_000)
    expectRefusal(await check(phone, code), 404, '60023')
    expect((await client.post('/protected/json/phones/verification/start', { form })).status).toBe(200)
  })

  it('takes the right code at the fifth try', async () => {
    const { phone, code } = await start()
    for (let n = 0; n < 4; n++) await check(phone, wrong(code))
    expectRight(await check(phone, code))
  })

  it.each([
    [599_999, 200],
    [600_000, 404],
  ])('after %i ms the answer is %i', async (ms, status) => {
    const { phone, code } = await start()
    running().clock.advance(ms)
    expect((await check(phone, code)).status).toBe(status)
  })

  it('knows only what the application itself has started', async () => {
    const { phone, code } = await start()
    const other = await newClient(running(), { name: 'Other' })
    const query = { ...fieldsOf(phone), verification_code: code }
    expectRefusal(await other.get(PATH, { query }), 404, '60023')
    expectRight(await check(phone, code))
    expectRefusal(await check(newPhone(), code), 404, '60023')
  })

  it.each<[string, Record<string, string>, string]>([
    ['no code', { phone_number: '7754615602', country_code: '1' }, '60004'],
    ['no number', { country_code: '1', verification_code: '123456' }, '60004'],
    ['no country', { phone_number: '7754615602', verification_code: '123456' }, '60004'],
    [
      'a number without end',
      { phone_number: '7'.repeat(33), country_code: '1', verification_code: '123456' },
      '60033',
    ],
    [
      'a country without end',
      { phone_number: '7754615602', country_code: '1'.repeat(9), verification_code: '123456' },
      '60033',
    ],
    ['a number of no plan', { phone_number: '12', country_code: '1', verification_code: '123456' }, '60033'],
  ])('is refused with %s', async (_name, query, code) => {
    expectRefusal(await client.get(PATH, { query }), 400, code)
  })

  it('takes one of fifty at once', async () => {
    const { phone, code } = await start()
    const answers = await Promise.all(Array.from({ length: 50 }, () => check(phone, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})
