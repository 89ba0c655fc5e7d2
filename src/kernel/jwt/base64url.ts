/**
 * Decodes unpadded base64url (RFC 4648 §5). Undefined if the text is not the canonical encoding: Node ignores foreign
 * characters, padding and spare bits, so only re-encoding reveals a second spelling.
 */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}
