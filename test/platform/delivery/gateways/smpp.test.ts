import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Secret } from '../../../../src/kernel/base/secret.ts'
import type { SmppAddress } from '../../../../src/platform/delivery/gateways/address.ts'
import type { Gateway, OnReceipt } from '../../../../src/platform/delivery/gateways/gateway.ts'
import { createSmppGateway } from '../../../../src/platform/delivery/gateways/smpp.ts'
import { createManualClock } from '../../../fakes.ts'
import { failureOf, noAbort, sms } from './messages.ts'
import { accept, cut, garble, ignore, refuse, type Smsc, startSmsc } from './smsc.ts'

type Receipt = Parameters<OnReceipt>[0]

function addressOf(port: number): SmppAddress {
  return {
    kind: 'smpp',
    name: 'smpp',
    host: '127.0.0.1',
    port,
    tls: false,
    systemId: 'lanyard',
    password: new Secret('secret'),
    systemType: '',
    from: 'Lanyard',
  }
}

describe('the SMPP gateway', () => {
  let smsc: Smsc
  let gateway: Gateway
  let receipts: Receipt[]
  const options = {
    onReceipt: async (receipt: Receipt) => void receipts.push(receipt),
    clock: createManualClock(),
    timeoutMs: 300,
    throttledMs: 1,
  }

  beforeEach(async () => {
    receipts = []
    smsc = await startSmsc()
    gateway = createSmppGateway(addressOf(smsc.port), options)
  })
  afterEach(async () => {
    await gateway.close?.()
    await smsc.close()
  })

  const text = (index = 0) => smsc.submitted[index]?.short_message as { udh?: Buffer[]; message: string }

  it('binds once and submits in the default alphabet', async () => {
    smsc.answerWith(accept('a-1'), accept('a-2'))
    expect(await Promise.all([gateway.send(sms, noAbort), gateway.send(sms, noAbort)])).toEqual([
      { reference: 'a-1' },
      { reference: 'a-2' },
    ])
    expect(smsc.binds).toHaveLength(1)
    expect(smsc.binds[0]).toMatchObject({ system_id: 'lanyard', password: 'secret', interface_version: 0x34 })
    expect(smsc.submitted[0]).toMatchObject({
      source_addr_ton: 5,
      source_addr_npi: 0,
      source_addr: 'Lanyard',
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      destination_addr: '15550100',
      data_coding: 0,
      esm_class: 0,
      registered_delivery: 1,
      short_message: { message: sms.text },
    })
  })

  it.each([
    ['+15005550006', { source_addr_ton: 1, source_addr_npi: 1, source_addr: '15005550006' }],
    ['12345', { source_addr_ton: 3, source_addr_npi: 0, source_addr: '12345' }],
  ])('names the sender %s for what it is', async (from, fields) => {
    const other = createSmppGateway({ ...addressOf(smsc.port), from }, options)
    await other.send(sms, noAbort)
    expect(smsc.submitted[0]).toMatchObject(fields)
    await other.close?.()
  })

  it('keeps the letters of the default alphabet and its extension', async () => {
    const letters = '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./09:;<=>?¡AZÄÖÑÜ§¿azäöñüà^{}\\[~]|€'
    await gateway.send({ ...sms, text: letters }, noAbort)
    expect(smsc.submitted[0]?.data_coding).toBe(0)
    expect(text().message).toBe(letters)
  })

  it('takes UCS-2 for any other letter', async () => {
    const other = 'Váš kód je 1234567 🙂 ı'
    await gateway.send({ ...sms, text: other }, noAbort)
    expect(smsc.submitted[0]?.data_coding).toBe(8)
    expect(text().message).toBe(other)
  })

  it.each([
    ['160 letters', 'a'.repeat(160), 1],
    ['161 letters', 'a'.repeat(161), 2],
    ['an escape where it would be cut', `${'a'.repeat(152)}€${'b'.repeat(20)}`, 2],
    ['70 letters of UCS-2', 'ж'.repeat(70), 1],
    ['71 letters of UCS-2', 'ж'.repeat(71), 2],
    ['a pair where it would be cut', `${'ж'.repeat(66)}🙂${'ж'.repeat(20)}`, 2],
    ['four parts', 'x'.repeat(500), 4],
  ])('sends %s in as few parts as they need', async (_what, long, parts) => {
    smsc.answerWith(...Array.from({ length: parts }, (_, n) => accept(`p-${n + 1}`)))
    expect(await gateway.send({ ...sms, text: long }, noAbort)).toEqual({ reference: `p-${parts}` })
    const seen = smsc.submitted.map((_, index) => text(index))
    expect(seen.map(({ message }) => message).join('')).toBe(long)
    if (parts === 1) return
    const headers = seen.map(({ udh }) => [...(udh?.[0] ?? [])])
    const [, , number] = headers[0] ?? []
    expect(headers).toEqual(headers.map((_, index) => [0, 3, number, parts, index + 1]))
    expect(smsc.submitted.map(({ esm_class }) => esm_class)).toEqual(Array(parts).fill(0x40))
    expect(smsc.submitted.filter(({ registered_delivery }) => registered_delivery === 1)).toHaveLength(1)
  })

  it('tries a throttled message again', async () => {
    smsc.answerWith(refuse(0x58), refuse(0x14), accept('a-1'))
    expect(await gateway.send(sms, noAbort)).toEqual({ reference: 'a-1' })
    expect(smsc.submitted).toHaveLength(3)
  })

  it.each([
    ['throttled for long', refuse(0x58), 'GatewayFailed', 'throttled'],
    ['in trouble', refuse(0x08), 'GatewayFailed', 'smpp-0x08'],
    ['against the sender', refuse(0x0a), 'GatewayFailed', 'smpp-0x0a'],
    ['against the number', refuse(0x0b), 'DeliveryRefused', 'smpp-0x0b'],
    ['gone after the submit', cut, 'OutcomeUnknown', 'no-answer'],
    ['talking nonsense', garble, 'OutcomeUnknown', 'no-answer'],
    ['silent', ignore, 'OutcomeUnknown', 'no-answer'],
  ])('tells what it means when the SMSC is %s', async (_what, answer, name, code) => {
    smsc.answerWith(answer)
    expect(await failureOf(gateway.send(sms, noAbort))).toMatchObject({ name, code })
  })

  it('submits once when the link breaks', async () => {
    smsc.answerWith(cut, accept('a-2'))
    await failureOf(gateway.send(sms, noAbort))
    await smsc.bound()
    expect(smsc.submitted).toHaveLength(1)
  })

  it('knows that nothing left when it cannot bind', async () => {
    const wrong = createSmppGateway({ ...addressOf(smsc.port), password: new Secret('canary') }, options)
    expect(await failureOf(wrong.send(sms, noAbort))).toMatchObject({
      name: 'GatewayFailed',
      code: 'bind-14',
    })
    const closed = await startSmsc()
    await closed.close()
    const nobody = createSmppGateway(addressOf(closed.port), options)
    expect(await failureOf(nobody.send(sms, noAbort))).toMatchObject({ code: 'unreachable' })
    expect(smsc.submitted).toEqual([])
  })

  it('refuses what is no number without a word to the SMSC', async () => {
    expect(await failureOf(gateway.send({ ...sms, to: 'a@example.org' }, noAbort))).toMatchObject({
      name: 'DeliveryRefused',
    })
    expect(smsc.binds).toEqual([])
  })

  it('binds again by itself after the link broke, and sends on', async () => {
    await gateway.send(sms, noAbort)
    const again = smsc.bound()
    smsc.breakLinks()
    await again
    await gateway.send(sms, noAbort)
    expect(smsc.binds).toHaveLength(2)
    expect(smsc.submitted).toHaveLength(2)
  })

  it('sends on after the SMSC was started again', async () => {
    await gateway.send(sms, noAbort)
    const { port } = smsc
    await smsc.close()
    options.clock.advance(5_000)
    expect(await failureOf(gateway.send(sms, noAbort))).toMatchObject({ name: 'GatewayFailed' })
    smsc = await startSmsc({ port })
    expect(await gateway.send(sms, noAbort)).toEqual({ reference: 'id-1' })
  })

  it('asks a link that was idle before it trusts it with a message', async () => {
    await gateway.send(sms, noAbort)
    await gateway.send(sms, noAbort)
    expect(smsc.enquiries).toHaveLength(0)
    options.clock.advance(5_000)
    await gateway.send(sms, noAbort)
    expect(smsc.enquiries).toHaveLength(1)
    options.clock.advance(5_000)
    smsc.breakLinks()
    expect(await gateway.send(sms, noAbort)).toEqual({ reference: 'id-1' })
    expect(smsc.submitted).toHaveLength(4)
  })

  it('gives a link up that does not answer when it is asked', async () => {
    const deaf = await startSmsc({ deaf: true })
    const asking = createSmppGateway(addressOf(deaf.port), { ...options, timeoutMs: 100, enquireMs: 50 })
    await asking.send(sms, noAbort)
    await deaf.bound()
    expect(deaf.enquiries.length).toBeGreaterThan(0)
    await asking.close?.()
    await deaf.close()
  })

  it.each([
    ['text', { short_message: 'id:a-1 sub:001 dlvrd:001 stat:DELIVRD err:000 text:Your' }, 'delivered'],
    ['text', { short_message: 'id:a-1 sub:001 dlvrd:000 stat:UNDELIV err:001 text:Your' }, 'undelivered'],
    ['members', { receipted_message_id: 'a-1', message_state: 2, short_message: '' }, 'delivered'],
    ['members', { receipted_message_id: 'a-1', message_state: 8, short_message: '' }, 'undelivered'],
    ['payload', { message_payload: 'id:a-1 stat:EXPIRED' }, 'undelivered'],
  ])('passes a receipt on that comes as %s', async (_how, fields, state) => {
    await gateway.send(sms, noAbort)
    expect(await smsc.deliver({ esm_class: 4, ...fields })).toBe(0)
    expect(receipts).toEqual([{ reference: 'a-1', state }])
  })

  it.each([
    ['id:3054198966 stat:DELIVRD', '3054198966', ['b60b60b6', 'B60B60B6']],
    ['id:255 stat:DELIVRD', '255', ['ff', 'FF', '000000ff']],
    ['id:B60B60B6 stat:DELIVRD', 'B60B60B6', ['3054198966']],
  ])('reads the number of %s in other notations too', async (short_message, reference, others) => {
    await gateway.send(sms, noAbort)
    expect(await smsc.deliver({ esm_class: 4, short_message })).toBe(0)
    expect(receipts).toEqual([{ reference, others, state: 'delivered' }])
  })

  it('takes a receipt that waited for the link', async () => {
    const waiting = { esm_class: 4, short_message: 'id:a-1 stat:DELIVRD' }
    const patient = await startSmsc({ waiting })
    const binding = createSmppGateway(addressOf(patient.port), options)
    await binding.send(sms, noAbort)
    expect(receipts).toEqual([{ reference: 'a-1', state: 'delivered' }])
    expect(patient.delivered).toEqual([0])
    await binding.close?.()
    await patient.close()
  })

  it('takes no answer of a person and no interim state for a receipt', async () => {
    await gateway.send(sms, noAbort)
    expect(await smsc.deliver({ esm_class: 0, short_message: 'id:a-1 stat:DELIVRD' })).toBe(0)
    expect(await smsc.deliver({ esm_class: 4, short_message: 'id:a-1 stat:ENROUTE' })).toBe(0)
    expect(receipts).toEqual([])
  })

  it('has the SMSC keep a receipt that cannot be stored', async () => {
    const broken = createSmppGateway(addressOf(smsc.port), {
      ...options,
      onReceipt: () => Promise.reject(new Error('no database')),
    })
    await broken.send(sms, noAbort)
    expect(await smsc.deliver({ esm_class: 4, short_message: 'id:a-1 stat:DELIVRD' })).toBe(0x64)
    await broken.close?.()
  })
})
