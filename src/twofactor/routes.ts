import { type Api, type Authenticate, type ServedApi, serveApi } from '../kernel/contract/api.ts'
import type { Handlers, Principal } from '../kernel/contract/operation.ts'
import type { Keyring } from '../platform/accounts/keyring.ts'
import { answerDeviceStream, answerPoll, describeUser } from './answers.ts'
import { createApproval, readApprovalRequest } from './approvals/approvals.ts'
import { answerApproval, listApprovals, openDeviceInbox } from './approvals/device-approvals.ts'
import { getLogo } from './approvals/logos.ts'
import { showPhone } from './base/phones.ts'
import { encodeProblem, faults, problem, problemSchema, problems } from './base/problems.ts'
import {
  type Application,
  type ApplicationSettings,
  getUser,
  type Twofactor,
  type TwofactorParts,
  type UserUnknown,
} from './base/twofactor.ts'
import { sendEmailCode } from './codes/email-codes.ts'
import { isOn, sendCode, sendInstallLink } from './codes/sends.ts'
import { verifyToken } from './codes/verify.ts'
import { changeDevice, createEnrolment, createSecret, enrolDevice, removeDevice } from './devices/devices.ts'
import { operations } from './operations.ts'
import { noteCalls, readStats } from './statistics/stats.ts'
import { changeEmail, enrolUser, noteActivity, removeUser } from './users/users.ts'
import {
  checkVerification,
  readPhoneInput,
  readVerification,
  startVerification,
} from './verification/phone-verification.ts'

type Operations = typeof operations

export function describeTwofactor(url: string, successor?: string): Api & { operations: Operations } {
  return {
    name: 'twofactor',
    title: 'Lanyard two-factor',
    summary: 'A second factor by SMS, voice, TOTP and push, on the wire that existing clients speak.',
    basePath: '/twofactor',
    url,
    operations,
    tags: {
      'two-factor':
        'Users, codes, approvals and phone verifications, as clients of the older service call them.',
      beyond:
        'Further operations for applications: e-mail codes, secrets, enrolment of devices, phone numbers.',
      device: 'For authenticators: every request is signed by the device itself.',
    },
    problems,
    faults,
    problemSchema,
    problemTypes: ['application/json'],
    encodeProblem,
    keyHeader: 'X-Twofactor-API-Key',
    openToAllOrigins: false,
    ...(successor === undefined ? {} : { headers: deprecationHeaders(successor) }),
  }
}

/** RFC 9745 §2.1 asks for a date: on this day the service that this wire comes from closed to newcomers. */
const DEPRECATED_SINCE = Date.UTC(2023, 2, 1) / 1000

function deprecationHeaders(successor: string) {
  return { deprecation: `@${DEPRECATED_SINCE}`, link: `<${successor}>; rel="successor-version"` }
}

export function serveTwofactor({ service, applications, keyring }: TwofactorParts): ServedApi {
  const appOf = async (id: string): Promise<Application | undefined> => {
    const found = await applications.find(id)
    return found === undefined ? undefined : { ...found, settings: found.settings as ApplicationSettings }
  }
  const speaker = async ({ applicationId }: Principal): Promise<Application> => {
    const app = applicationId === undefined ? undefined : await appOf(applicationId)
    if (app === undefined) throw problem('invalid-api-key')
    noteCalls(service, app.id, 1)
    return app
  }
  const userOf = async (principal: Principal, id: string) => {
    const app = await speaker(principal)
    return { app, user: await getUser(service.database, app, readUserNumber(id, 'user-unknown')) }
  }
  const remove = async ({
    params,
    principal,
  }: {
    params: { twofactor_id: string }
    principal: Principal
  }) => {
    const { app, user } = await userOf(principal, params.twofactor_id)
    await removeUser(service, app, user)
    return { status: 200 as const, body: { message: 'User removed from application', success: true } }
  }
  const handlers: Handlers<Operations> = {
    enrolUser: async ({ bag, principal }) => {
      const app = await speaker(principal)
      const user = await enrolUser(service, app, {
        cellphone: bag.user?.cellphone ?? bag.phone_number,
        countryCode: bag.user?.country_code ?? bag.country_code,
        email: bag.user?.email ?? bag.email,
      })
      if (bag.send_install_link_via_sms === true) await sendInstallLink(service, app, user)
      const ids = namedIds(service, user.number)
      return {
        status: 200,
        body: { message: 'User created successfully.', user: { id: user.number }, ...ids, success: true },
      }
    },
    verifyToken: async ({ params, bag, principal }) => {
      const app = await speaker(principal)
      const number = readUserNumber(params.twofactor_id, 'token-user-unknown')
      const user = await getUser(service.database, app, number, 'token-user-unknown')
      const verified = await verifyToken(service, app, user, { token: params.token, action: bag.action })
      const device = { id: verified.deviceId, os_type: verified.by === 'app' ? 'app' : 'sms' }
      return { status: 200, body: { message: 'Token is valid.', token: 'is valid', success: 'true', device } }
    },
    sendSms: async ({ params, bag, principal }) => {
      const app = await speaker(principal)
      const number = readUserNumber(params.twofactor_id, 'user-unknown')
      const result = await sendCode(service, app, number, { channel: 'sms', ...readSend(bag) })
      const message = result.ignored
        ? 'Ignored: SMS is not needed for smartphones. Pass force=true if you want to actually send Token via SMS anyway.'
        : 'SMS token was sent'
      return { status: 200, body: { success: true, message, ...sentMembers(result) } }
    },
    startCall: async ({ params, bag, principal }) => {
      const app = await speaker(principal)
      const number = readUserNumber(params.twofactor_id, 'user-unknown')
      const result = await sendCode(service, app, number, { channel: 'voice', ...readSend(bag) })
      const message = result.ignored
        ? 'Call ignored. User is using App Tokens and this call is not necessary. Pass force=true if you still want to call users that are using the App.'
        : 'Call started...'
      return { status: 200, body: { success: true, message, ...sentMembers(result) } }
    },
    getUserStatus: async ({ params, principal }) => {
      const { user } = await userOf(principal, params.twofactor_id)
      return {
        status: 200,
        body: { status: await describeUser(service, user), message: 'User status.', success: true },
      }
    },
    removeUser: remove,
    deleteUser: remove,
    deleteUserById: remove,
    createApproval: async ({ params, bag, principal }) => {
      const request = readApprovalRequest({
        message: bag.message ?? '',
        details: bag.details ?? {},
        hiddenDetails: bag.hidden_details ?? {},
        logos: bag.logos ?? [],
        secondsToExpire: bag.seconds_to_expire ?? 86_400,
        numberMatch: bag.number_match ?? false,
      })
      const { app, user } = await userOf(principal, params.twofactor_id)
      const created = await createApproval(service, app, user, request)
      const number = created.number === undefined ? {} : { number: created.number }
      return {
        status: 200,
        body: {
          approval_request: { uuid: created.uuid },
          message: 'Approval request was created.',
          success: true,
          ...number,
        },
      }
    },
    getApproval: async (request) => answerPoll(service, await speaker(request.principal), request),
    startVerification: async ({ bag, principal }) => {
      const app = await speaker(principal)
      const input = requirePhone(bag)
      const via = bag.via === 'call' ? 'voice' : 'sms'
      const started = await startVerification(service, app, {
        ...input,
        via,
        locale: bag.locale,
        codeLength: bag.code_length ?? 6,
      })
      const { phone } = started
      const message =
        via === 'sms'
          ? `Text message sent to ${showPhone(phone)}.`
          : `Call to ${showPhone(phone)} was initiated.`
      return {
        status: 200,
        body: {
          carrier: 'unknown',
          is_cellphone: phone.kind === 'mobile',
          message,
          seconds_to_expire: started.secondsToExpire,
          uuid: started.uuid,
          success: true,
        },
      }
    },
    checkVerification: async ({ bag, principal }) => {
      const app = await speaker(principal)
      const input = requirePhone(bag)
      if (bag.verification_code === undefined)
        throw problem('invalid-request', { detail: "verification_code can't be blank" })
      await checkVerification(service, app, input, bag.verification_code)
      return { status: 200, body: { message: 'Verification code is correct.', success: true } }
    },
    getVerificationStatus: async ({ bag, principal }) => {
      const state = await readVerification(service, await speaker(principal), requirePhone(bag))
      const body = {
        message: 'Phone Verification Status.',
        status: state.status,
        seconds_to_expire: state.secondsToExpire,
        uuid: state.uuid,
        success: true,
      }
      return { status: 200, body }
    },
    getPhoneInfo: async ({ bag, principal }) => {
      await speaker(principal)
      const phone = readPhoneInput(requirePhone(bag))
      const at = new Date(service.clock.now()).toISOString().slice(0, 19).replace('T', ' ')
      const type = phone.kind === 'mobile' ? 'cellphone' : phone.kind
      return {
        status: 200,
        body: {
          message: `Phone number information as of ${at} UTC`,
          type,
          provider: 'unknown',
          ported: false,
          success: true,
        },
      }
    },
    getAppDetails: async ({ principal }) => {
      const app = await speaker(principal)
      const details = {
        name: app.name,
        plan: 'self-hosted',
        sms_enabled: isOn(service, app, 'sms'),
        phone_calls_enabled: isOn(service, app, 'voice'),
        app_id: app.serial,
        onetouch_enabled: true,
      }
      return { status: 200, body: { app: details, message: 'Application information.', success: true } }
    },
    getAppStats: async ({ principal }) => {
      const app = await speaker(principal)
      const { totalUsers, stats } = await readStats(service, app)
      return {
        status: 200,
        body: {
          message: 'Monthly statistics.',
          count: stats.length,
          total_users: totalUsers,
          app_id: app.serial,
          stats,
          success: true,
        },
      }
    },
    registerActivity: async ({ params, bag, principal }) => {
      const { app, user } = await userOf(principal, params.twofactor_id)
      await noteActivity(service, app, user, bag.type ?? '')
      return { status: 200, body: { message: 'Activity was created.', success: true } }
    },
    sendEmail: async ({ params, bag, principal }) => {
      const { app, user } = await userOf(principal, params.twofactor_id)
      await sendEmailCode(service, app, user, readSend(bag))
      return { status: 200, body: { message: 'Email token was sent', success: true } }
    },
    updateUser: async ({ params, bag, principal }) => {
      const { user } = await userOf(principal, params.twofactor_id)
      await changeEmail(service, user, bag.user?.email ?? bag.email)
      return { status: 200, body: { message: 'User was updated successfully', success: true } }
    },
    createSecret: async ({ params, bag, principal }) => {
      const { app, user } = await userOf(principal, params.twofactor_id)
      const label = bag.label ?? `${app.name} ${user.number}`
      return {
        status: 200,
        body: {
          ...(await createSecret(service, app, user, { label, size: bag.qr_size ?? 300 })),
          success: true,
        },
      }
    },
    createEnrolment: async ({ params, principal }) => {
      const { user } = await userOf(principal, params.twofactor_id)
      return { status: 200, body: { enrolment: await createEnrolment(service, user), success: true } }
    },
    enrolDevice: async ({ params, body }) => {
      const { id, user, app, uri } = await enrolDevice(service, params.code, body, appOf)
      return {
        status: 200,
        body: {
          device: { uuid: id },
          twofactor_id: user.number,
          app: { name: app.name, app_id: app.serial },
          totp: { uri },
          ...(service.push === undefined ? {} : { push_key: service.push.key }),
          success: true,
        },
      }
    },
    listDeviceApprovals: async ({ header }) => {
      const devices = await openDeviceInbox(service, header('authorization'))
      return {
        status: 200,
        body: { approval_requests: await listApprovals(service, devices, appOf), success: true },
      }
    },
    streamDeviceApprovals: async ({ header }) =>
      answerDeviceStream(service, await openDeviceInbox(service, header('authorization')), appOf),
    getApprovalLogo: async ({ params }) => {
      const { type, bytes } = await getLogo(service, params.uuid, params.index)
      const headers = { 'content-type': type, 'cache-control': 'private, max-age=3600' }
      return { status: 200, headers, body: bytes }
    },
    answerApproval: async ({ params, body }) => ({
      status: 200,
      body: { status: await answerApproval(service, params.uuid, body), success: true },
    }),
    changeDevice: async ({ body }) => {
      await changeDevice(service, body)
      return { status: 200, body: { message: 'Device was updated.', success: true } }
    },
    removeDevice: async ({ body }) => {
      await removeDevice(service, body)
      return { status: 200, body: { message: 'Device was removed.', success: true } }
    },
  }
  return serveApi(
    describeTwofactor(service.url, service.successor),
    handlers,
    authenticator(service, keyring),
  )
}

/** The key comes in a header, under either name, or as a parameter: public clients do all three. */
function authenticator({ alias }: Twofactor, keyring: Keyring): Authenticate {
  const headers = ['x-twofactor-api-key', ...(alias === undefined ? [] : [`x-${alias}-api-key`])]
  return async (header, bag) => {
    const given = headers.map(header).find((value) => value !== undefined) ?? bag.api_key
    return typeof given === 'string' ? keyring.authenticate('twofactor', given) : undefined
  }
}

function readUserNumber(text: string, code: UserUnknown): number {
  const number = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > 2_147_483_647) throw problem(code)
  return number
}

function namedIds({ alias }: Twofactor, number: number) {
  return { twofactor_id: number, ...(alias === undefined ? {} : { [`${alias}_id`]: number }) }
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

function requirePhone({ phone_number, country_code }: { phone_number?: string; country_code?: string }) {
  if (phone_number !== undefined && phone_number !== '' && country_code !== undefined && country_code !== '')
    return { phone_number, country_code }
  const missing = phone_number ? 'country_code' : 'phone_number'
  throw problem('invalid-request', { detail: `${missing} can't be blank` })
}
