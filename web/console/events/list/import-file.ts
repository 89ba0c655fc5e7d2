/** The content of a file: an event with all its parts, or a schedule in a format of other systems. */
type Imported =
  | { readonly kind: 'event'; readonly document: Record<string, unknown> }
  | { readonly kind: 'schedule'; readonly content: string }

/** An event document is JSON with a member `event`; the server recognises all other formats. */
export function readImport(bytes: Uint8Array): Imported {
  const document = parseDocument(bytes)
  return document === undefined ? { kind: 'schedule', content: toBase64(bytes) } : { kind: 'event', document }
}

function parseDocument(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const isEvent = typeof parsed === 'object' && parsed !== null && 'event' in parsed
    return isEvent ? (parsed as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const CHUNK = 32_768

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(text)
}
