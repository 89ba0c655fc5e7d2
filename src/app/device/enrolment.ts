import { generateEd25519 } from '../../kernel/jwt/sign.ts'
import { CommandError } from '../commands/base/command-error.ts'
import { signToken } from './device-key.ts'
import { addEnrolment, type Enrolment, listEnrolments } from './enrolment-file.ts'
import { connectTwofactor } from './twofactor-link.ts'

/** Reads an enrolment code, given alone or at the end of its link. */
export function readEnrolmentCode(text: string): string {
  const code = /^(?:.*#\/enrol\/)?([A-Za-z0-9]{24})$/.exec(text)?.[1]
  if (code === undefined)
    throw new CommandError('give the link that the application shows, or its code of 24 letters and digits')
  return code
}

type NewEnrolment = { path: string; address: string; code: string; name: string | undefined }

/**
 * Creates a new key for the enrolment: if the response is lost, nothing is stored here, and another link enrols
 * again.
 */
export async function enrol({ path, address, code, name }: NewEnrolment): Promise<Enrolment> {
  // Check that the file is usable before the code is used up.
  listEnrolments(path)
  const { url, client } = connectTwofactor(address)
  const key = generateEd25519().privateJwk
  const members = { aud: url, os_type: 'cli', ...(name === undefined ? {} : { name }) }
  const body = await signToken(key, members, { withJwk: true })
  const { device, twofactor_id, app, totp } = (await client.enrolDevice({ params: { code }, body })).body
  const added = { key, service: url, uuid: device.uuid, twofactor_id, app: app.name, uri: totp.uri }
  addEnrolment(path, added)
  return added
}
