type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** Safari on a phone or tablet installs apps from its menu only. An iPad calls itself a Mac. */
export function isMobileSafari({ userAgent, maxTouchPoints }: Device): boolean {
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isApple && /Safari/.test(userAgent) && !/CriOS|FxiOS|EdgiOS/.test(userAgent)
}
