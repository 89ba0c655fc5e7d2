import * as Type from 'typebox'
import { closed } from '../../kernel/contract/schema.ts'
import type { FindApplication } from '../base/handlers.ts'
import type { DeviceRow, UserRow } from '../base/tables.ts'
import type { Application, Twofactor } from '../base/twofactor.ts'
import { findUser } from '../base/user-store.ts'
import { spendOnce, verifyDevice } from './device-token.ts'
import { addEnrolment } from './devices.ts'

const deviceMove = closed({ move: Type.Literal(true) })

type Place = { device: DeviceRow; user: UserRow; app: Application }
type Move = Omit<Place, 'device'> & { code: string; url: string; expiresAt: number }

/** Creates an enrolment for each user of the device. A device that enrols with one takes the place of this one. */
export async function moveDevice(
  service: Twofactor,
  text: string,
  findApplication: FindApplication,
): Promise<Move[]> {
  const token = await verifyDevice(service, text, deviceMove)
  const found = await Promise.all(token.devices.map((device) => findPlace(service, device, findApplication)))
  return service.database.write(async (tx) => {
    await spendOnce(tx, token)
    const moves: Move[] = []
    for (const { device, user, app } of found.filter((place) => place !== undefined))
      moves.push({ user, app, ...(await addEnrolment(tx, service, user, device.id)) })
    return moves
  })
}

/** Undefined: the user or the application is gone. */
async function findPlace(
  { database }: Twofactor,
  device: DeviceRow,
  findApplication: FindApplication,
): Promise<Place | undefined> {
  const user = await findUser(database, device.user_id)
  const app = user === undefined ? undefined : await findApplication(user.application_id)
  return user === undefined || app === undefined ? undefined : { device, user, app }
}
