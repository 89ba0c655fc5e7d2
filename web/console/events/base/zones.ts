import { listZones } from '../../../ui/time/zone-time.ts'

type ZoneGroup = {
  readonly region: string
  readonly zones: readonly { readonly zone: string; readonly city: string }[]
}

/** The zones by region, so that the city can be found by typing its first letters. */
export function groupZones(zones: readonly string[] = listZones()): readonly ZoneGroup[] {
  const regions = new Map<string, { zone: string; city: string }[]>()
  for (const zone of zones) {
    const [region = zone, ...rest] = zone.split('/')
    if (rest.length === 0) continue
    const known = regions.get(region) ?? []
    known.push({ zone, city: rest.join(', ').replaceAll('_', ' ') })
    regions.set(region, known)
  }
  return [...regions]
    .map(([region, own]) => ({ region, zones: own.toSorted((a, b) => (a.city < b.city ? -1 : 1)) }))
    .toSorted((a, b) => (a.region < b.region ? -1 : 1))
}
