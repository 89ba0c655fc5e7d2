import type { ApplicationHandlers } from '../base/handlers.ts'
import { showPhone } from '../base/phones.ts'
import { problem } from '../base/problems.ts'
import type { Twofactor } from '../base/twofactor.ts'
import {
  checkVerification,
  readPhoneInput,
  readVerification,
  readVerificationByUuid,
  startVerification,
} from './phone-verification.ts'
import type { verificationRows } from './rows.ts'

export function verificationRoutes(service: Twofactor): ApplicationHandlers<typeof verificationRows> {
  return {
    startVerification: async ({ bag }, app) => {
      const via = bag.via === 'call' ? 'voice' : 'sms'
      const started = await startVerification(service, app, {
        ...requirePhone(bag),
        via,
        locale: bag.locale,
        codeLength: bag.code_length ?? 6,
      })
      return { status: 200, body: startedAnswer(started, via) }
    },
    checkVerification: async ({ bag }, app) => {
      const input = requirePhone(bag)
      if (bag.verification_code === undefined)
        throw problem('invalid-request', { detail: "verification_code can't be blank" })
      await checkVerification(service, app, input, bag.verification_code)
      return { status: 200, body: { message: 'Verification code is correct.', success: true } }
    },
    getVerificationStatus: async ({ bag }, app) => {
      const state = bag.uuid
        ? await readVerificationByUuid(service, app, bag.uuid)
        : await readVerification(service, app, requirePhone(bag))
      return { status: 200, body: statusAnswer(state) }
    },
    getPhoneInfo: async ({ bag }) => {
      const phone = readPhoneInput(requirePhone(bag))
      const at = new Date(service.clock.now()).toISOString().slice(0, 19).replace('T', ' ')
      const type = phone.kind === 'mobile' ? 'cellphone' : phone.kind
      const message = `Phone number information as of ${at} UTC`
      return { status: 200, body: { message, type, provider: 'unknown', ported: false, success: true } }
    },
  }
}

type State = Awaited<ReturnType<typeof readVerification>>

function statusAnswer({ status, secondsToExpire, uuid }: State) {
  return {
    message: 'Phone Verification Status.',
    status,
    seconds_to_expire: secondsToExpire,
    uuid,
    success: true,
  }
}

type Started = Awaited<ReturnType<typeof startVerification>>

function startedAnswer({ phone, secondsToExpire, uuid }: Started, via: 'sms' | 'voice') {
  const shown = showPhone(phone)
  return {
    carrier: 'unknown',
    is_cellphone: phone.kind === 'mobile',
    message: via === 'sms' ? `Text message sent to ${shown}.` : `Call to ${shown} was initiated.`,
    seconds_to_expire: secondsToExpire,
    uuid,
    success: true,
  }
}

function requirePhone({ phone_number, country_code }: { phone_number?: string; country_code?: string }) {
  if (phone_number !== undefined && phone_number !== '' && country_code !== undefined && country_code !== '')
    return { phone_number, country_code }
  const missing = phone_number ? 'country_code' : 'phone_number'
  throw problem('invalid-request', { detail: `${missing} can't be blank` })
}
