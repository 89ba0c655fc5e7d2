import type { Handlers } from '../../kernel/contract/operation.ts'
import { type ApplicationHandlers, type FindApplication, getUserOfPath, namedIds } from '../base/handlers.ts'
import type { Twofactor } from '../base/twofactor.ts'
import { changeDevice, createEnrolment, createSecret, enrolDevice, removeDevice } from './devices.ts'
import { moveDevice } from './move.ts'
import type { deviceRows, secretRows } from './rows.ts'

export function secretRoutes(service: Twofactor): ApplicationHandlers<typeof secretRows> {
  return {
    createSecret: async ({ params, bag }, app) => {
      const user = await getUserOfPath(service, app, params)
      const label = bag.label ?? `${app.name} ${user.number}`
      const secret = await createSecret(service, app, user, { label, size: bag.qr_size ?? 300 })
      return { status: 200, body: { ...secret, success: true } }
    },
    createEnrolment: async ({ params }, app) => {
      const user = await getUserOfPath(service, app, params)
      return { status: 200, body: { enrolment: await createEnrolment(service, user), success: true } }
    },
  }
}

export function deviceRoutes(
  service: Twofactor,
  findApplication: FindApplication,
): Handlers<typeof deviceRows> {
  return {
    enrolDevice: async ({ params, body }) => {
      const { id, user, app, uri } = await enrolDevice(service, params.code, body, findApplication)
      return {
        status: 200,
        body: {
          device: { uuid: id },
          ...namedIds(service, user.number),
          app: { name: app.name, app_id: app.serial },
          totp: { uri },
          ...(service.push === undefined ? {} : { push_key: service.push.key }),
          success: true,
        },
      }
    },
    changeDevice: async ({ body }) => {
      await changeDevice(service, body)
      return { status: 200, body: { message: 'Device was updated.', success: true } }
    },
    moveDevice: async ({ body }) => {
      const moves = await moveDevice(service, body, findApplication)
      const enrolments = moves.map(({ code, url, expiresAt, user, app }) => ({
        code,
        url,
        expires_at: new Date(expiresAt).toISOString(),
        ...namedIds(service, user.number),
        app: { name: app.name, app_id: app.serial },
      }))
      return { status: 200, body: { enrolments, success: true } }
    },
    removeDevice: async ({ body }) => {
      await removeDevice(service, body)
      return { status: 200, body: { message: 'Device was removed.', success: true } }
    },
  }
}
