import { expect, it } from 'vitest'
import { groupZones } from '../../../../web/console/events/base/zones.ts'

it('groups zones by region, with the city as people write it', () => {
  const zones = ['Europe/Paris', 'UTC', 'America/Argentina/Buenos_Aires', 'Europe/Berlin']
  expect(groupZones(zones)).toEqual([
    {
      region: 'America',
      zones: [{ zone: 'America/Argentina/Buenos_Aires', city: 'Argentina, Buenos Aires' }],
    },
    {
      region: 'Europe',
      zones: [
        { zone: 'Europe/Berlin', city: 'Berlin' },
        { zone: 'Europe/Paris', city: 'Paris' },
      ],
    },
  ])
})

it('has the zones of the browser', () => {
  const all = groupZones().flatMap(({ zones }) => zones.map(({ zone }) => zone))
  expect(all).toContain('Europe/Berlin')
  expect(all.length).toBeGreaterThan(300)
})
