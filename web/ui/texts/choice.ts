const PREFIX = 'lanyard-'

/** A choice stored in this browser. If storage is forbidden, it lasts as long as the page. */
export function readChoice(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined
  } catch {
    return undefined
  }
}

export function writeChoice(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value)
  } catch {
    // The choice lasts as long as the page.
  }
}
