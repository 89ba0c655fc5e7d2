import { equalInConstantTime } from '../../kernel/base/secret.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { recordAudit } from '../../platform/audit/entries.ts'
import { noteDecision } from '../../platform/audit/tallies.ts'
import { problem } from '../base/problems.ts'
import { addToStats } from '../base/send-store.ts'
import type { SeedRow, UserRow } from '../base/tables.ts'
import { type Application, monthOf, phoneOf, type Twofactor } from '../base/twofactor.ts'
import {
  findUser,
  type Kinds,
  lockUser,
  succeedByApp,
  succeedByCode,
  takeAttempt,
} from '../base/user-store.ts'
import {
  countWrongCode,
  findCode,
  listUserSeeds,
  tryCode,
  useCode,
  useStep,
  useStepOfSettled,
} from '../devices/code-store.ts'
import { createHotp, stepAt } from '../devices/totp.ts'
import { noteVerified, tooMany } from '../guard/guard.ts'
import { digestSentCode } from './sends.ts'

const MOST_WRONG_OF_CODE = 5
const FREE_FAILURES = 10
const SHUT_AT_FAILURES = 100
const FIRST_LOCK_MS = 30_000
const LONGEST_LOCK_MS = 3_600_000
const WINDOW_STEPS = 1
const APP_DIGITS = 6
const APP_TOKEN = /^\d{6}$/

type Outcome =
  | { kind: 'valid'; by: 'code' | 'app'; deviceId: string | null }
  | { kind: 'used' }
  | { kind: 'wrong' }
type Refused = { kind: 'refused'; refusal: Error }

type Verified = { by: 'code' | 'app'; deviceId: string | null }

/** `token` is the raw text from the path: anything but digits is a wrong token and counts as a failure. */
export async function verifyToken(
  service: Twofactor,
  app: Application,
  number: number,
  { token, action }: { token: string; action: string | undefined },
): Promise<Verified> {
  const now = service.clock.now()
  const { user, seeds } = await getUserWithSeeds(service, app, number)
  const matches = findMatches(service, seeds, token, now)
  const trial = { token, action: action ?? '', now, hasApp: seeds.length > 0, matches }
  const outcome =
    (await takeByApp(service, app, user, trial)) ??
    (await service.database.write(async (tx) => {
      const judged = await countAndJudge(tx, service, app, user, trial)
      await noteVerification(tx, service, app, user, { judged, now })
      return judged
    }))
  if (outcome.kind === 'valid') return outcome
  if (outcome.kind === 'refused') throw outcome.refusal
  const members = { token: 'is invalid' }
  throw problem(outcome.kind === 'used' ? 'token-used' : 'token-invalid', { members })
}

type Tried = Pick<UserRow, 'id' | 'phone' | 'locked_until' | 'shut_at' | 'app_failures' | 'confirmed'>
type Seed = Pick<SeedRow, 'id' | 'device_id' | 'seed' | 'last_step'>

async function getUserWithSeeds(
  { database }: Twofactor,
  app: Application,
  number: number,
): Promise<{ user: Tried; seeds: readonly Seed[] }> {
  const rows = await listUserSeeds(database, app.id, number)
  const [first] = rows
  if (first === undefined) throw problem('token-user-unknown')
  const { user_id: id, phone, locked_until, shut_at, app_failures, confirmed } = first
  return {
    user: { id, phone, locked_until, shut_at, app_failures, confirmed },
    seeds: first.id === null ? [] : (rows as Seed[]),
  }
}

const decisions = { valid: 'accepted', used: 'refused', wrong: 'refused', refused: 'locked' } as const

/** Counts the outcome, for the statistics and for the audit trail. */
async function noteVerification(
  tx: Transaction,
  service: Twofactor,
  app: Application,
  user: Tried,
  { judged, now }: { judged: Outcome | Refused; now: number },
): Promise<void> {
  if (judged.kind === 'valid') {
    if (judged.by === 'code') await noteVerified(tx, app, phoneOf(service, user), now)
    await addToStats(tx, app.id, monthOf(now), { auths: 1 })
  }
  const decided = { scope: `application:${app.id}`, subject: `twofactor-user:${user.id}` }
  await noteDecision(tx, service, { ...decided, decision: decisions[judged.kind] })
}

/** A seed whose app shows the token at this step. */
type Match = { seed: Seed; step: number }
type Trial = { token: string; action: string; now: number; hasApp: boolean; matches: readonly Match[] }

const notCounted: Kinds = { code: 0, app: 0 }

/** Undoes a success whose step another request used first. */
class StepTaken extends Error {}

/**
 * A right code of the app needs no count: guarded statements decide that the user is not locked and that the step was
 * not used. Most users have nothing to reset, and one statement is enough. Undefined: count the attempt and judge it.
 */
async function takeByApp(
  service: Twofactor,
  app: Application,
  user: Tried,
  { matches, now }: Trial,
): Promise<Outcome | undefined> {
  const match = matches.find(({ seed, step }) => seed.last_step < step)
  // A right code of a locked user must not take longer than a wrong one, or the time would tell them apart.
  const looksLocked = user.shut_at !== null || (user.locked_until ?? 0) > now
  if (match === undefined || looksLocked) return undefined
  const judged: Outcome = { kind: 'valid', by: 'app', deviceId: match.seed.device_id }
  const isSettled = user.locked_until === null && user.app_failures === 0 && user.confirmed === 1
  try {
    return await service.database.write(async (tx) => {
      if (isSettled) {
        if (!(await useStepOfSettled(tx, match.seed.id, match.step))) return undefined
      } else {
        if (!(await succeedByApp(tx, user.id, notCounted, now))) return undefined
        if (!(await useStep(tx, match.seed.id, match.step))) throw new StepTaken()
      }
      await noteVerification(tx, service, app, user, { judged, now })
      return judged
    })
  } catch (error) {
    if (error instanceof StepTaken) return undefined
    throw error
  }
}

/** Counts the attempt before it is judged, so that concurrent attempts cannot exceed the limit. */
async function countAndJudge(
  tx: Transaction,
  service: Twofactor,
  app: Application,
  user: Tried,
  trial: Trial,
): Promise<Outcome | Refused> {
  const kinds = kindsOf(app, trial)
  const counts = await takeAttempt(tx, user.id, kinds, trial.now)
  const judged =
    counts === undefined ? await judgeLocked(tx, service, user, trial) : await judge(tx, service, user, trial)
  const counted = counts === undefined ? notCounted : kinds
  if (judged.kind === 'valid') {
    if (judged.by === 'code') await succeedByCode(tx, user.id, counted)
    else await succeedByApp(tx, user.id, counted, trial.now)
  } else if (counts !== undefined) {
    const failures = Math.max(kinds.code * counts.failures, kinds.app * counts.app_failures)
    await settleWrong(tx, service, user, { kinds, failures, now: trial.now })
  }
  return judged
}

/**
 * Which counts a wrong token is added to. Six digits from a user with an app are tried against the app and count
 * there, and also as a sent code if sent codes have six digits. A token that is as long as no code counts as what the
 * user usually types.
 */
function kindsOf({ settings }: Application, { token, hasApp }: Trial): Kinds {
  const isLikeApp = APP_TOKEN.test(token)
  const app = hasApp && (isLikeApp || !isCode(token))
  const code = !app || (isLikeApp && settings.codeLength === APP_DIGITS)
  return { code: Number(code), app: Number(app) }
}

/**
 * A locked user's tokens are not checked, with one exception: a code sent after the user was locked out for good
 * unlocks the user.
 */
async function judgeLocked(
  tx: Transaction,
  service: Twofactor,
  { id }: Tried,
  { token, action, now }: Trial,
): Promise<Outcome | Refused> {
  const user = await findUser(tx, id)
  if (user === undefined) return { kind: 'refused', refusal: problem('token-user-unknown') }
  const detail = 'Too many wrong tokens: the user is locked'
  if (user.shut_at === null)
    return { kind: 'refused', refusal: tooMany((user.locked_until ?? now) - now, detail) }
  const since = user.shut_at
  const sent = await tryCode(tx, { user_id: id, action, now, since, most: MOST_WRONG_OF_CODE })
  if (sent === undefined) return { kind: 'refused', refusal: tooMany(LONGEST_LOCK_MS, detail) }
  const digest = digestSentCode(service, id, action, token)
  if (!isCode(token) || !equalInConstantTime(sent.digest, digest)) return { kind: 'wrong' }
  const used = await useCode(tx, { user_id: id, action, digest, now, most: MOST_WRONG_OF_CODE + 1 })
  return used ? { kind: 'valid', by: 'code', deviceId: null } : { kind: 'wrong' }
}

function isCode(token: string): boolean {
  return /^\d{6,8}$/.test(token)
}

async function judge(tx: Transaction, service: Twofactor, user: Tried, trial: Trial): Promise<Outcome> {
  if (!isCode(trial.token)) return { kind: 'wrong' }
  const byCode = await judgeCode(tx, service, user, trial)
  if (byCode.kind === 'valid') return byCode
  const byApp = await judgeSteps(tx, trial)
  return byApp.kind === 'wrong' ? byCode : byApp
}

async function judgeCode(tx: Transaction, service: Twofactor, user: Tried, trial: Trial): Promise<Outcome> {
  const { action, now } = trial
  const known = await findCode(tx, user.id, action)
  if (known === undefined) return { kind: 'wrong' }
  const digest = digestSentCode(service, user.id, action, trial.token)
  if (!equalInConstantTime(known.digest, digest)) return { kind: 'wrong' }
  const used = await useCode(tx, { user_id: user.id, action, digest, now, most: MOST_WRONG_OF_CODE })
  if (used) return { kind: 'valid', by: 'code', deviceId: null }
  return known.used_at !== null && known.expires_at > now ? { kind: 'used' } : { kind: 'wrong' }
}

async function judgeSteps(tx: Transaction, { matches }: Trial): Promise<Outcome> {
  for (const { seed, step } of matches)
    if (await useStep(tx, seed.id, step)) return { kind: 'valid', by: 'app', deviceId: seed.device_id }
  return { kind: matches.length > 0 ? 'used' : 'wrong' }
}

function findMatches(service: Twofactor, seeds: readonly Seed[], token: string, now: number): Match[] {
  if (!isCode(token)) return []
  const current = stepAt(now)
  return seeds.flatMap((seed) => {
    const step = findStep(service, seed, token, current)
    return step === undefined ? [] : [{ seed, step }]
  })
}

/**
 * RFC 6238 §5.2: accepts one step either side. Always computes every step, so that the time taken does not show which
 * one matched.
 */
function findStep({ vault }: Twofactor, row: Seed, token: string, current: number): number | undefined {
  const hotp = createHotp(Buffer.from(vault.open('twofactor.seed', row.seed), 'base64url'))
  let found: number | undefined
  for (let step = current - WINDOW_STEPS; step <= current + WINDOW_STEPS; step++) {
    if (equalInConstantTime(hotp(step), token)) found = step
  }
  return found
}

async function settleWrong(
  tx: Transaction,
  service: Twofactor,
  user: Tried,
  { kinds, failures, now }: { kinds: Kinds; failures: number; now: number },
): Promise<void> {
  if (kinds.code > 0) await countWrongCode(tx, user.id, now)
  if (failures < FREE_FAILURES) return
  const shut = failures >= SHUT_AT_FAILURES
  const wait = Math.min(FIRST_LOCK_MS * 2 ** Math.min(failures - FREE_FAILURES, 10), LONGEST_LOCK_MS)
  await lockUser(tx, { id: user.id, until: shut ? null : now + wait, shut_at: shut ? now : null })
  if (failures !== FREE_FAILURES && !shut) return
  await recordAudit(tx, service, {
    actor: 'server',
    action: shut ? 'twofactor-user.shut' : 'twofactor-user.lock',
    subject: `twofactor-user:${user.id}`,
    detail: { failures },
  })
}
