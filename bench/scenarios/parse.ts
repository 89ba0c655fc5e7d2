import { readFileSync } from 'node:fs'
import { askAll } from '../load/connections.ts'
import { askOnce, type Exchange, readJson, request } from '../load/exchange.ts'
import { oncePerTarget } from '../load/target.ts'
import { personOf } from '../people.ts'
import type { Prepare, Target } from '../scenario.ts'
import type { Seed } from '../seed-file.ts'

const OBJECTS = 1_000
const PATH = '/parse/classes/Registration'
const headers = { 'x-parse-application-id': 'bench', 'x-parse-master-key': 'bench-master' }

const peopleOf = oncePerTarget(async () => ({ made: 0 }))

/** The members of a registration, flat: a class has columns. */
function creation({ seedFile }: Target, number: number): Buffer {
  const { events } = JSON.parse(readFileSync(seedFile, 'utf8')) as Seed
  const { registrant, answers, registrationTypeId } = personOf(events, number)
  const body = JSON.stringify({
    ...registrant,
    ...answers,
    registrationTypeId,
    optionId: events.option.optionId,
    status: 'confirmed',
  })
  return request('POST', PATH, { headers, type: 'application/json', body })
}

export const prepareParseCreates: Prepare = async (target) => {
  const people = await peopleOf(target)
  return () => askOnce(creation(target, people.made++), 201)
}

const objectsOf = oncePerTarget(async (target) => {
  const people = await peopleOf(target)
  const ids: string[] = []
  function* create(): Exchange {
    ids.push(readJson<{ objectId: string }>(yield creation(target, people.made++), 201).objectId)
  }
  await askAll(target.port, Array.from({ length: OBJECTS }, create))
  return ids
})

export const prepareParseReads: Prepare = async (target) => {
  const requests = (await objectsOf(target)).map((id) => request('GET', `${PATH}/${id}`, { headers }))
  let index = 0
  return () => {
    index += 1
    return askOnce(requests[(index * 7_919) % requests.length] ?? Buffer.alloc(0), 200)
  }
}
