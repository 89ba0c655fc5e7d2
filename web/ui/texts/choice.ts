const PREFIX = 'lanyard-'

/** Whether a choice is stored for the whole browser, or for one of its tabs. */
type Where = 'browser' | 'tab'

/** A choice stored in this browser. If storage is forbidden, it lasts as long as the page. */
export function readChoice(name: string, where: Where = 'browser'): string | undefined {
  try {
    return storageOf(where).getItem(PREFIX + name) ?? undefined
  } catch {
    return undefined
  }
}

export function writeChoice(name: string, value: string, where: Where = 'browser'): void {
  try {
    storageOf(where).setItem(PREFIX + name, value)
  } catch {
    // The choice lasts as long as the page.
  }
}

function storageOf(where: Where): Storage {
  return where === 'tab' ? sessionStorage : localStorage
}
