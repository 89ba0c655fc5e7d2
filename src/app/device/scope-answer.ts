import type { ScopeJob } from '../../client/device/answers.ts'
import { readScope } from '../../issuer/base/scope.ts'
import { CommandError } from '../commands/base/command-error.ts'
import { addressIn, findClaimToken } from './addresses.ts'
import type { Session } from './session.ts'

export type Shared = { name: string; value: string; verified: boolean }

/** Reads a ticket, given alone or at the end of a job's link. */
export function readTicket(text: string): string {
  const ticket = /^(?:.*#\/job\/)?([A-Za-z0-9]{20})$/.exec(text)?.[1]
  if (ticket === undefined)
    throw new CommandError('give the ticket of the request, 20 letters and digits, or its link')
  return ticket
}

export async function getOutstanding({ client }: Session, ticket: string): Promise<ScopeJob> {
  const { body } = await client.getScopeJob({ params: { job: ticket } })
  if (body === undefined) throw new CommandError('the issuer told nothing about this request')
  if (body.status !== 'outstanding') throw new CommandError(`this request is ${words[body.status]}`)
  return body
}

const words = {
  outstanding: 'outstanding',
  completed: 'answered already',
  denied: 'denied already',
  cancelled: 'cancelled by the application',
  timed_out: 'over: its time is up',
}

/** The requested claims that the device has: those given as options, and addresses that the issuer has confirmed. */
export function chooseClaims(
  { device }: Session,
  { scope }: ScopeJob,
  given: ReadonlyMap<string, string>,
): { claims: Record<string, string>; shared: Shared[] } {
  const asked = readScope(scope)
  const surplus = [...given.keys()].find((name) => !asked.some((claim) => claim.name === name))
  if (surplus !== undefined)
    throw new CommandError(`the request does not ask for ${surplus}, but for ${scope}`)
  const claims: Record<string, string> = {}
  const shared: Shared[] = []
  for (const { name, required } of asked) {
    const token = given.has(name) ? undefined : findClaimToken(device, name)
    const value = token ?? given.get(name)
    if (value === undefined && required) throw missing(name)
    if (value === undefined) continue
    claims[name] = value
    shared.push({
      name,
      value: token === undefined ? value : addressIn(token, name),
      verified: token !== undefined,
    })
  }
  return { claims, shared }
}

function missing(name: string): CommandError {
  const proof = ['email', 'phone'].includes(name)
    ? `, or prove one with \`lanyard device verify --${name}\``
    : ''
  return new CommandError(`the request requires ${name}: give --claim ${name}=…${proof}`)
}
