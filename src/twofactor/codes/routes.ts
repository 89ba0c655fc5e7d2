import { type ApplicationHandlers, getUserOfPath, readUserNumber } from '../base/handlers.ts'
import type { Twofactor } from '../base/twofactor.ts'
import { sendEmailCode } from './email-codes.ts'
import type { codeRows } from './rows.ts'
import { sendCode } from './sends.ts'
import { verifyToken } from './verify.ts'

const SMS_IGNORED =
  'Ignored: SMS is not needed for smartphones. Pass force=true if you want to actually send Token via SMS anyway.'
const CALL_IGNORED =
  'Call ignored. User is using App Tokens and this call is not necessary. Pass force=true if you still want to call users that are using the App.'

export function codeRoutes(service: Twofactor): ApplicationHandlers<typeof codeRows> {
  return {
    verifyToken: async ({ params, bag }, app) => {
      const number = readUserNumber(params.twofactor_id, 'token-user-unknown')
      const verified = await verifyToken(service, app, number, { token: params.token, action: bag.action })
      const device = { id: verified.deviceId, os_type: verified.by === 'app' ? 'app' : 'sms' }
      return { status: 200, body: { message: 'Token is valid.', token: 'is valid', success: 'true', device } }
    },
    sendSms: async ({ params, bag }, app) => {
      const number = readUserNumber(params.twofactor_id)
      const result = await sendCode(service, app, number, { channel: 'sms', ...readSend(bag) })
      const message = result.ignored ? SMS_IGNORED : 'SMS token was sent'
      return { status: 200, body: { success: true, message, ...sentMembers(result) } }
    },
    startCall: async ({ params, bag }, app) => {
      const number = readUserNumber(params.twofactor_id)
      const result = await sendCode(service, app, number, { channel: 'voice', ...readSend(bag) })
      const message = result.ignored ? CALL_IGNORED : 'Call started...'
      return { status: 200, body: { success: true, message, ...sentMembers(result) } }
    },
    sendEmail: async ({ params, bag }, app) => {
      const user = await getUserOfPath(service, app, params)
      await sendEmailCode(service, app, user, readSend(bag))
      return { status: 200, body: { message: 'Email token was sent', success: true } }
    },
  }
}

type SendBag = { force?: boolean; action?: string; action_message?: string; locale?: string }

function readSend(bag: SendBag) {
  return {
    force: bag.force ?? false,
    action: bag.action,
    message: bag.action_message,
    locale: bag.locale,
  }
}

function sentMembers({ cellphone, ignored, device }: Awaited<ReturnType<typeof sendCode>>) {
  return { cellphone, ...(ignored ? { ignored: true, device: device ?? 'app' } : {}) }
}
