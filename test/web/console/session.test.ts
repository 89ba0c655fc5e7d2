import { expect, it, vi } from 'vitest'

vi.stubGlobal('location', new URL('http://localhost/console/'))
vi.stubGlobal('document', { querySelector: () => null, documentElement: {}, cookie: '' })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))

it('forgets at sign-out what the areas keep, also where one of them fails', async () => {
  const { onSignOut, signOut } = await import('../../../web/console/base/session.ts')
  const { sessionState } = await import('../../../web/console/base/session-state.ts')
  const forgotten: string[] = []
  onSignOut(async () => {
    throw new Error('the device refuses')
  })
  onSignOut(async () => void forgotten.push('list'))
  await signOut()
  expect([forgotten, sessionState.value]).toEqual([['list'], 'signed-out'])
})
