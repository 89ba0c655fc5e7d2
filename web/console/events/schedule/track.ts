const COLOURS = 6

/** A track has the same colour on every screen. */
export function trackClass(track: string | null): string {
  if (track === null || track === '') return ''
  let sum = 0
  for (const letter of track) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973
  return `track-${sum % COLOURS}`
}
