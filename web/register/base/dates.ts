let tag = 'en-GB'

/** Sets the visitor's date format; called before anything is rendered. */
export function writeDatesAs(wanted: string): void {
  // Most of the world reads `6 May`: only visitors who ask for American English get `May 6`.
  tag = wanted === 'en' ? 'en-GB' : wanted
}

const styles = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  period: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  },
  hours: { timeStyle: 'short' },
  /** The hours of a session with its day of the week: `Tue, 09:00–09:45`. */
  slot: { weekday: 'short', hour: 'numeric', minute: '2-digit' },
  /** The days of an event, without hours: `6 – 8 May 2031`. */
  dates: { dateStyle: 'long' },
  /** The date of a moment, in words. */
  day: { dateStyle: 'full' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>

type Kept<V> = { readonly known: Map<string, V>; readonly most: number }

const formatters: Kept<Intl.DateTimeFormat> = { known: new Map(), most: 200 }
const texts: Kept<string> = { known: new Map(), most: 5_000 }

/**
 * A moment, or the period from one to another. Keeps texts too: many sessions begin and end at the same time, and a range
 * takes 50 µs.
 */
export function formatTime(style: keyof typeof styles, timeZone: string, times: [number, number?]): string {
  const [start, end] = times
  const kind = `${style} ${tag} ${timeZone}`
  return keep(texts, `${kind} ${start} ${end ?? ''}`, () => {
    const options = { ...styles[style], timeZone }
    const formatter = keep(formatters, kind, () => new Intl.DateTimeFormat(tag, options))
    return end === undefined ? formatter.format(start) : formatter.formatRange(start, end)
  })
}

function keep<V>({ known, most }: Kept<V>, key: string, make: () => V): V {
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size >= most) known.clear()
  const made = make()
  known.set(key, made)
  return made
}
