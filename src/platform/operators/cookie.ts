import { SESSION_MS } from './sessions.ts'

const NAME = 'lanyard_console'

/** For the pages of the console alone: no script reads it, and no other site makes a browser send it. */
export function sessionCookie(consoleUrl: string, token: string): string {
  return cookie(consoleUrl, token, SESSION_MS / 1000)
}

/** Makes the browser forget the session. */
export function endedCookie(consoleUrl: string): string {
  return cookie(consoleUrl, '', 0)
}

export function readSessionCookie(header: string | undefined): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [name, value] = pair.split('=', 2)
    if (name?.trim() === NAME) return value?.trim()
  }
  return undefined
}

function cookie(consoleUrl: string, value: string, maxAgeSeconds: number): string {
  const { pathname, protocol } = new URL(consoleUrl)
  const secure = protocol === 'https:' ? '; Secure' : ''
  return `${NAME}=${value}; Path=${pathname}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`
}
