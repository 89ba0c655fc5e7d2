import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { withContext } from '../src/app/commands/base/with-context.ts'
import type { Context } from '../src/kernel/context.ts'
import type { Transaction } from '../src/kernel/database/database.ts'
import { createApiKey } from '../src/platform/accounts/api-keys.ts'
import { createApplicationDirectory } from '../src/platform/accounts/application-directory.ts'
import { createKeyring } from '../src/platform/accounts/keyring.ts'
import { insertApproval } from '../src/twofactor/base/approval-store.ts'
import { parsePhone } from '../src/twofactor/base/phones.ts'
import { insertUser } from '../src/twofactor/base/user-store.ts'
import { insertSeed } from '../src/twofactor/devices/code-store.ts'
import { seedEvent } from './seed-event.ts'
import type { Seed, SeedUser } from './seed-file.ts'
import { seedPages } from './seed-pages.ts'

/** Fills Lanyard's database before it serves: users by the thousand would take minutes over HTTP. */
const { values } = parseArgs({
  options: {
    file: { type: 'string', default: 'seed.json' },
    users: { type: 'string', default: '1' },
    pages: { type: 'boolean', default: false },
  },
})
const APPROVALS = 500
const FIRST_NUMBER = 10_000_000
const silentFeed = { on: () => () => {}, onMissed: () => () => {} }

const seed = await withContext(async (context): Promise<Seed> => {
  const apiKey = (await createApiKey(context, { service: 'twofactor', name: 'Bench' })).key.reveal()
  const principal = await createKeyring(context, silentFeed).authenticate('twofactor', apiKey)
  const app = await createApplicationDirectory(context, silentFeed).find(principal?.applicationId ?? '')
  if (app === undefined) throw new Error('a key of this service has an application')
  const users = listPhones(Number(values.users)).map((phone, index) => drawUser(context, phone, index))
  const approvals = users
    .slice(0, APPROVALS)
    .map((user) => ({ uuid: context.ids.uuid(), userId: user.id, createdAt: context.clock.now() }))
  await context.database.write(async (tx) => {
    for (const user of users) await addUser(tx, context, app.id, user)
    for (const approval of approvals) await addApproval(tx, context, app.id, approval)
  })
  const { id, name, serial } = app
  const events = await seedEvent(context)
  const pages = values.pages ? { pages: await seedPages(context, events.organisationId) } : {}
  return { apiKey, app: { id, name, serial }, users, approvals, events, ...pages }
})
writeFileSync(values.file, JSON.stringify(seed))

/** Spread over as many blocks as there are: the guard against pumping counts by block. */
function listPhones(count: number): string[] {
  const phones: string[] = []
  for (let line = 0; phones.length < count; line++) {
    for (let area = 201; area < 990 && phones.length < count; area++) {
      const exchange = 200 + ((line * 100) % 800) + 23
      const phone = parsePhone('1', `${area}${exchange}${1_000 + line}`)
      if (phone !== undefined && !phone.refused && !phone.wired) phones.push(phone.e164)
    }
  }
  return phones
}

function drawUser({ ids, random }: Context, phone: string, index: number): SeedUser {
  return {
    id: ids.uuid(),
    number: FIRST_NUMBER + index,
    phone,
    email: `${phone.slice(1)}@example.org`,
    seed: Buffer.from(random.bytes(20)).toString('base64url'),
  }
}

async function addUser(tx: Transaction, { vault, clock, ids }: Context, app: string, user: SeedUser) {
  const created_at = clock.now()
  await insertUser(tx, {
    id: user.id,
    application_id: app,
    number: user.number,
    phone_digest: vault.digest('twofactor.phone', user.phone),
    phone: vault.seal('twofactor.phone', user.phone),
    country_code: '1',
    email: vault.seal('twofactor.email', user.email),
    created_at,
  })
  const sealed = vault.seal('twofactor.seed', user.seed)
  const row = { id: ids.uuid(), user_id: user.id, device_id: null, seed: sealed, last_step: 0, created_at }
  await insertSeed(tx, row)
}

async function addApproval(
  tx: Transaction,
  { vault }: Context,
  app: string,
  { uuid, userId, createdAt }: Seed['approvals'][number],
) {
  await insertApproval(tx, {
    uuid,
    application_id: app,
    user_id: userId,
    message: 'Sign in?',
    details: vault.seal('twofactor.details', '{}'),
    hidden_details: vault.seal('twofactor.details', '{}'),
    logos: '[]',
    status: 'pending',
    numbers: null,
    notified: 0,
    device_id: null,
    signature: null,
    created_at: createdAt,
    updated_at: createdAt,
    processed_at: null,
    expires_at: createdAt + 86_400_000,
    seconds_to_expire: 86_400,
  })
}
