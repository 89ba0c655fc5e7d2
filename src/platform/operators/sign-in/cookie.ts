import { SESSION_MS } from '../sessions.ts'

const NAME = 'lanyard_console'

/**
 * RFC 6265bis §4.1.3.2: a browser accepts a `__Host-` cookie only from this host over https, so that no other host of
 * the same domain can set a session. The prefix requires the path `/`, which the console has if it has its own host.
 */
function nameAt(consoleUrl: string): string {
  const { pathname, protocol } = new URL(consoleUrl)
  return protocol === 'https:' && pathname === '/' ? `__Host-${NAME}` : NAME
}

/** Sent only to the console's pages: no script can read it, and no other site can make a browser send it. */
export function sessionCookie(consoleUrl: string, token: string): string {
  return cookie(consoleUrl, token, SESSION_MS / 1000)
}

/** Makes the browser delete the session cookie. */
export function endedCookie(consoleUrl: string): string {
  return cookie(consoleUrl, '', 0)
}

/**
 * If there are several cookies with this name, all but one were set by somebody else and it is unclear which, so none
 * is accepted.
 */
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
