import { connectRegistrationPage } from '../../../src/client/registration-page.ts'

/** A client for the event whose page has this path. */
export function connectEvent(path: string) {
  const at = path.lastIndexOf('/')
  const client = connectRegistrationPage({ url: location.origin + path.slice(0, at) })
  return { client, code: decodeURIComponent(path.slice(at + 1)) }
}
