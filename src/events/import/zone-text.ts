const formats = new Map<string, Intl.DateTimeFormat>()

/** RFC 3339 with the zone's offset at that time. */
export function formatInZone(epochMs: number, timezone: string): string {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatOf(timezone).formatToParts(epochMs)) parts[type] = value
  const { year = '', month, day, hour, minute, second, timeZoneName = '' } = parts
  // "GMT" alone is UTC. Historic zones may have seconds in their offset, which RFC 3339 does not allow.
  const offset = timeZoneName.slice(3) || '+00:00'
  if (!/^[+-]\d\d:\d\d$/.test(offset)) return `${new Date(epochMs).toISOString().slice(0, 19)}Z`
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}${offset}`
}

function formatOf(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone)
  if (format === undefined) {
    const two = '2-digit'
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
      timeZoneName: 'longOffset',
    })
    formats.set(timezone, format)
  }
  return format
}
