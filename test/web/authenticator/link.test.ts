import { beforeEach, expect, it, vi } from 'vitest'

const page = new EventTarget()
const place = { pathname: '/authenticator', hash: '' }
const history = {
  state: null as unknown,
  pushState(state: unknown) {
    this.state = state
  },
  replaceState(state: unknown) {
    this.state = state
  },
}
vi.stubGlobal('location', place)
vi.stubGlobal('history', history)
vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page))
vi.stubGlobal('PopStateEvent', Event)
const { followLinks, link, openLink } = await import('../../../web/authenticator/base/link.ts')

beforeEach(() => {
  history.state = null
})

it('follows a link that was opened from anywhere', () => {
  place.hash = '#/move/abc'
  followLinks()
  expect(link.value).toEqual({ kind: 'move', value: 'abc' })
})

it('accepts the answer to a move only if it is scanned or pasted here', () => {
  place.hash = '#/moved/abc'
  followLinks()
  expect(link.value).toBeUndefined()
  place.hash = ''
  expect(openLink('https://id.example/authenticator#/moved/abc')).toBe(true)
  expect(link.value).toEqual({ kind: 'moved', value: 'abc' })
})
