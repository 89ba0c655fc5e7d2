import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/setup.js'
import { loadConfig } from '../../src/app/config/config.ts'
import { receiptDoors } from '../../src/app/services/receipts.ts'

const page = readFileSync(join(root, 'docs', 'guide', 'send-by-a-gateway.md'), 'utf8')
const secret = `whsec_${'A'.repeat(32)}`
const addresses = [...page.matchAll(/`((?:twilio|webhook\+https|smpp|smtp):\/\/[^`]+)`/g)].map(
  ([, text = '']) => text.replace('whsec_…', secret).replace('SK…', 'SK1').replace('AC…', 'AC1'),
)
const load = (env: Record<string, string>) => loadConfig({ env, readFile: () => undefined, cwd: '/nowhere' })

describe('the page about gateways', () => {
  it.each(addresses)('names an address that a setting takes: %s', (address) => {
    const setting = address.startsWith('smtp') ? 'LANYARD_EMAIL' : 'LANYARD_SMS'
    expect(() => load({ [setting]: address })).not.toThrow()
  })

  it('says where gateways call, and that nobody calls localhost', () => {
    const [twilio = '', webhook = ''] = addresses
    const doorsAt = (main: string) =>
      receiptDoors(load({ LANYARD_URL: main, LANYARD_SMS: `${twilio} ${webhook}` })).map(({ url }) => url)
    const told = [...page.matchAll(/^LANYARD_URL(\S+)$/gm)].map(
      ([, path]) => `https://lanyard.example${path}`,
    )
    expect(doorsAt('https://lanyard.example')).toEqual(told)
    expect(doorsAt('http://localhost:4000')).toEqual([expect.stringContaining('/webhook-')])
    expect(page).toContain(`"receipt_url": "${told[1]}"`)
  })

  it('tells how an API key comes to receipts', () => {
    const withToken = addresses.find((address) => address.includes('token=')) ?? ''
    const count = (address: string) =>
      receiptDoors(load({ LANYARD_URL: 'https://lanyard.example', LANYARD_SMS: address })).length
    expect([count(withToken), count(withToken.replace('&token=AUTH_TOKEN', ''))]).toEqual([1, 0])
  })
})
