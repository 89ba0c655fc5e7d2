/**
 * Undefined where the text is no absolute address. Not by `URL.canParse`: on Node 20 it refuses letters like ü once it has been called
 * so often that it is compiled.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
