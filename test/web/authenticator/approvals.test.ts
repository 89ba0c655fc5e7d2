import { expect, it } from 'vitest'
import { applyEvent, chooseLogo, type ShownApproval } from '../../../web/authenticator/approvals/approval.ts'

const approval = (uuid: string, message = 'Pay?'): ShownApproval => ({
  uuid,
  message,
  details: {},
  logos: [],
  app: { name: 'Bank', app_id: 1 },
  created_at: '2026-01-01T00:00:00Z',
  expires_at: null,
})
const [a, b] = [approval('a'), approval('b')]

it('adds what comes, once, and takes out what ends', () => {
  expect(applyEvent([a], 'approval_request', JSON.stringify(b))).toEqual([a, b])
  const changed = approval('a', 'Pay more?')
  expect(applyEvent([a, b], 'approval_request', JSON.stringify(changed))).toEqual([b, changed])
  const end = JSON.stringify({ uuid: 'a', status: 'denied' })
  expect(applyEvent([a, b], 'approval_request_status', end)).toEqual([b])
})

it('leaves everything as it is at an event of another kind', () => {
  expect(applyEvent([a], 'news', '{"uuid":"a"}')).toEqual([a])
})

it('prefers the logo for every resolution', () => {
  const logo = (res: string) => ({ res, url: `https://pictures.example/${res}` })
  expect(chooseLogo([])).toBeUndefined()
  expect(chooseLogo([logo('low'), logo('high')])).toBe(0)
  expect(chooseLogo([logo('low'), logo('default')])).toBe(1)
})
