import type { Picture } from '../../kernel/outbound/pictures.ts'
import { findApproval } from '../base/approval-store.ts'
import { problem } from '../base/problems.ts'
import type { Twofactor } from '../base/twofactor.ts'
import { approvalStatusAt, type Logo } from './approvals.ts'

/** Serves the logo of a pending approval, for devices that may load images only from this server. */
export async function getLogo(service: Twofactor, uuid: string, index: number): Promise<Picture> {
  const row = await findApproval(service.database, uuid)
  if (row === undefined || approvalStatusAt(row, service.clock.now()) !== 'pending')
    throw problem('approval-unknown', { members: { errors: {} } })
  const logo = (JSON.parse(row.logos) as Logo[])[index]
  const picture = logo === undefined ? undefined : await service.pictures(logo.url)
  if (picture === undefined) throw problem('logo-unavailable')
  return picture
}
