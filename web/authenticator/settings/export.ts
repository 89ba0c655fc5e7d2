import { writeOtpauth } from '../../../src/client/device/otpauth.ts'
import { accounts, devices, history, identities } from '../base/state.ts'

/** All data that can be exported; private keys cannot. */
export function exportAll(): string {
  return JSON.stringify(
    {
      about: 'Lanyard Authenticator',
      codes: accounts.value.map(writeOtpauth),
      identities: identities.value.map(({ id, name, secret, claims, since }) => ({
        name,
        fingerprint: id,
        ...(secret === undefined ? {} : { revocation_secret: secret }),
        ...Object.fromEntries(Object.entries(claims).map(([claim, { value }]) => [claim, value])),
        since: new Date(since).toISOString(),
      })),
      devices: devices.value.map(({ id, name, secret }) => ({
        name,
        fingerprint: id,
        revocation_secret: secret,
      })),
      history: history.value.map(({ at, ...entry }) => ({ at: new Date(at).toISOString(), ...entry })),
    },
    null,
    2,
  )
}
