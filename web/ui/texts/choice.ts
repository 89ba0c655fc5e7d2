const PREFIX = 'lanyard-'

/** What the user chose in this browser. Storage may be forbidden: then a choice lasts as long as the page. */
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
    // It lasts as long as the page.
  }
}
