import { describe, expect, it, vi } from 'vitest'

vi.stubGlobal('location', new URL('http://localhost/console/'))

const { isServerPage, pathTo, readPlace } = await import('../../../web/console/base/place.ts')
const { organisationId } = await import('../../../web/console/base/session-state.ts')
const { isDoorPath } = await import('../../../web/console/base/door-path.ts')
const { routes } = await import('../../../web/console/routes.ts')
const { kindOf } = await import('../../../web/console/kind-of-page.ts')

describe('an address of the console', () => {
  it('starts with the organisation that it belongs to', () => {
    organisationId.value = 'north'
    expect(pathTo('/')).toBe('/console/o/north')
    expect(pathTo('/events/e1?status=pending')).toBe('/console/o/north/events/e1?status=pending')
    expect(pathTo('/events/e1', 'south')).toBe('/console/o/south/events/e1')
    organisationId.value = undefined
    expect([pathTo('/'), pathTo('/events')]).toEqual(['/console', '/console/events'])
  })

  it('names no organisation on pages about the whole server or the operator', () => {
    expect(pathTo('/audit', 'north')).toBe('/console/audit')
    expect(pathTo('/issuer/jobs', 'north')).toBe('/console/issuer/jobs')
    const free = routes.filter(({ path, everywhere }) => (everywhere ?? false) !== isServerPage(path))
    expect(free.map(({ path }) => path)).toEqual(['/account'])
  })

  it('is read as it was written', () => {
    for (const path of ['/', '/events', '/events/e1/check-in'] as const) {
      expect(readPlace(pathTo(path, 'north'))).toEqual({ organisation: 'north', path })
      expect(readPlace(`/console${path === '/' ? '' : path}`)).toEqual({ organisation: undefined, path })
    }
  })

  it('leads to the same kind of page of another organisation', () => {
    expect(kindOf('/events')).toBe('/events')
    expect(kindOf('/events/new')).toBe('/events/new')
    expect(kindOf('/events/e1/registrations/r1')).toBe('/events')
    expect(kindOf('/twofactor/users/a1/1234')).toBe('/twofactor/users')
    expect([kindOf('/'), kindOf('/nothing/here')]).toEqual(['/', '/'])
  })

  it('is the one of a door with the organisation and without', () => {
    expect(isDoorPath('/o/north/events/e1/check-in')).toBe(true)
    expect(isDoorPath('/events/e1/check-in')).toBe(true)
    expect(isDoorPath('/o/north/events/e1')).toBe(false)
  })
})
