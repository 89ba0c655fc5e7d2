import { SESSION_MS } from '../sessions.ts'

const NAME = 'lanyard_console'

/**
 * RFC 6265bis §4.1.3.2: a browser takes a `__Host-` cookie from this host alone, over https, so that no other host of the same domain
 * can plant a session. The prefix asks for the path `/`, which is the console's where it has a host of its own.
 */
function nameAt(consoleUrl: string): string {
  const { pathname, protocol } = new URL(consoleUrl)
  return protocol === 'https:' && pathname === '/' ? `__Host-${NAME}` : NAME
}

/** For the pages of the console alone: no script reads it, and no other site makes a browser send it. */
export function sessionCookie(consoleUrl: string, token: string): string {
  return cookie(consoleUrl, token, SESSION_MS / 1000)
}

/** Makes the browser forget the session. */
export function endedCookie(consoleUrl: string): string {
  return cookie(consoleUrl, '', 0)
}

/** Of several cookies with this name all but one were set by somebody else, and nothing tells which: none of them counts. */
export function readSessionCookie(consoleUrl: string, header: string | undefined): string | undefined {
  const wanted = nameAt(consoleUrl)
  const values: string[] = []
  for (const pair of (header ?? '').split(';')) {
    const [name, value = ''] = pair.split('=', 2)
    if (name?.trim() === wanted) values.push(value.trim())
  }
  return values.length === 1 ? values[0] : undefined
}

function cookie(consoleUrl: string, value: string, maxAgeSeconds: number): string {
  const { pathname, protocol } = new URL(consoleUrl)
  const secure = protocol === 'https:' ? '; Secure' : ''
  return `${nameAt(consoleUrl)}=${value}; Path=${pathname}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`
}
