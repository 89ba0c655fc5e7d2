import { readOtpauth } from '../../client/device/otpauth.ts'
import { codeAt, secondsLeft } from '../../client/device/totp.ts'
import { CommandError } from '../commands/base/command-error.ts'
import type { Enrolment } from './enrolment-file.ts'

type ShownCode = { app: string; twofactor_id: number; code: string; seconds_left: number }

export async function showCode({ app, twofactor_id, uri }: Enrolment, now: number): Promise<ShownCode> {
  const read = readOtpauth(uri)
  if ('refusal' in read)
    throw new CommandError(
      `the enrolment of user ${twofactor_id} holds no code (${read.refusal}): enrol it again`,
    )
  const { account } = read
  return { app, twofactor_id, code: await codeAt(account, now), seconds_left: secondsLeft(account, now) }
}
