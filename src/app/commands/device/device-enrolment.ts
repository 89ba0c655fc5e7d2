import { systemClock } from '../../../kernel/base/clock.ts'
import { enrol as enrolDevice, readEnrolmentCode } from '../../device/enrolment.ts'
import { getEnrolments } from '../../device/enrolment-file.ts'
import { oneLine } from '../../device/issuer-link.ts'
import { type EnrolmentOptions, locateEnrolments } from '../../device/session.ts'
import { showCode } from '../../device/totp-code.ts'
import { print, table } from '../base/output.ts'

export async function enrol(link: string, options: EnrolmentOptions & { name?: string }): Promise<void> {
  const code = readEnrolmentCode(link)
  const { path, address } = locateEnrolments(options)
  const { uuid, twofactor_id, app, service } = await enrolDevice({ path, address, code, name: options.name })
  const text = `${uuid}\n\nEnrolled for ${oneLine(app)} as user ${twofactor_id}. The key and the seed are in ${path}.`
  print({ uuid, twofactor_id, app, service, file: path }, text, options)
}

export async function showCodes(options: EnrolmentOptions): Promise<void> {
  const now = systemClock.now()
  const enrolments = getEnrolments(locateEnrolments(options).path)
  const codes = await Promise.all(enrolments.map((enrolment) => showCode(enrolment, now)))
  const rows = codes.map(({ code, seconds_left, app, twofactor_id }) => [
    code,
    `${seconds_left} s`,
    `${oneLine(app)}, user ${twofactor_id}`,
  ])
  print({ codes }, table(rows), options)
}
