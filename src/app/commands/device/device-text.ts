import type { ScopeJob } from '../../../client/device/answers.ts'
import { type AskedClaim, readScope } from '../../../issuer/base/scope.ts'
import type { Approval } from '../../device/approvals.ts'
import type { Waiting } from '../../device/inbox.ts'
import { oneLine } from '../../device/issuer-link.ts'
import type { Shared } from '../../device/scope-answer.ts'

type Asker = Pick<ScopeJob, 'app' | 'message'>

/** An application chooses its own name, which may say anything, so a separate line shows whether it is verified. */
function describeAsker({ app, message }: Asker): string[][] {
  const said = message === null ? [] : [['message', oneLine(message)]]
  if (app === null) return [['asked by', 'nobody who says who they are'], ...said]
  return [
    ['asked by', oneLine(app.name ?? 'an application without a name')],
    ['verified', app.verified ? 'yes' : 'no'],
    ['fingerprint', app.fingerprint],
    ...said,
  ]
}

export function describeWaiting(waiting: Waiting, now: number): string {
  const rows = [
    ...describeAsker(waiting),
    ['asks for', readScope(waiting.scope).map(describeClaim).join(', ')],
    ['time left', timeLeft(Date.parse(waiting.expires_at) - now)],
  ]
  return `${waiting.job}\n${indent(rows)}`
}

/** Details are chosen by the application too. */
export function describeApproval(approval: Approval, now: number): string {
  const { uuid, app, message, details, expires_at, numbers } = approval
  const told = Object.entries(details).map(([name, value], row) => [
    row === 0 ? 'details' : '',
    oneLine(`${name}: ${value}`),
  ])
  const rows = [
    ['asked by', oneLine(app.name)],
    ['message', oneLine(message)],
    ...told,
    ...(numbers === undefined ? [] : [['shows', `${numbers.slice(0, -1).join(', ')} or ${numbers.at(-1)}`]]),
    ['time left', expires_at === null ? 'as long as it takes' : timeLeft(Date.parse(expires_at) - now)],
  ]
  return `${uuid}\n${indent(rows)}`
}

export function describeShared(job: Asker, shared: readonly Shared[]): string {
  const values = shared.map(
    ({ name, value, verified }) => `${name} ${oneLine(value)}${verified ? ' (verified by the issuer)' : ''}`,
  )
  const rows = (values.length === 0 ? ['nothing but who you are'] : values).map((text, row) => [
    row === 0 ? 'shares' : '',
    text,
  ])
  return indent([...describeAsker(job), ...rows])
}

function describeClaim({ name, required }: AskedClaim): string {
  return required ? `${name} (required)` : name
}

function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function indent(rows: readonly (readonly string[])[]): string {
  return rows.map(([label = '', text = '']) => `  ${label.padEnd(13)}${text}`).join('\n')
}
