import { type ApplicationHandlers, getUserOfPath, namedIds } from '../base/handlers.ts'
import type { Application, Twofactor } from '../base/twofactor.ts'
import { sendInstallLink } from '../codes/sends.ts'
import type { userRows } from './rows.ts'
import { describeUser } from './user-answer.ts'
import { changeEmail, enrolUser, noteActivity, removeUser } from './users.ts'

export function userRoutes(service: Twofactor): ApplicationHandlers<typeof userRows> {
  const remove = async ({ params }: { params: { twofactor_id: string } }, app: Application) => {
    await removeUser(service, app, await getUserOfPath(service, app, params))
    return { status: 200 as const, body: { message: 'User removed from application', success: true } }
  }
  return {
    enrolUser: async ({ bag }, app) => {
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
    getUserStatus: async ({ params }, app) => {
      const status = await describeUser(service, await getUserOfPath(service, app, params))
      return { status: 200, body: { status, message: 'User status.', success: true } }
    },
    removeUser: remove,
    deleteUser: remove,
    deleteUserById: remove,
    registerActivity: async ({ params, bag }, app) => {
      const user = await getUserOfPath(service, app, params)
      await noteActivity(service, app, user, bag.type ?? '')
      return { status: 200, body: { message: 'Activity was created.', success: true } }
    },
    updateUser: async ({ params, bag }, app) => {
      const user = await getUserOfPath(service, app, params)
      await changeEmail(service, user, bag.user?.email ?? bag.email)
      return { status: 200, body: { message: 'User was updated successfully', success: true } }
    },
  }
}
