/**
 * Undefined if the text is not an absolute URL. Does not use `URL.canParse`: on Node 20 it starts to refuse letters
 * like ü once it has been called often enough to be compiled.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
