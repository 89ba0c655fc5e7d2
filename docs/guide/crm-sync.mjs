// One turn of a sync: fetches what changed since the last turn and keeps it in a file, as a CRM would.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

const [api, key, file] = process.argv.slice(2)
const known = read() ?? { token: '2000-01-01T00:00:00Z', records: {} }
const page = `?pageSize=200&includeDeleted=true&updatedSince=${encodeURIComponent(known.token)}`
let changed = 0

for (let cursor; ; ) {
  const url = `${api}/registrations${page}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
  const answer = await fetch(url, { headers: { 'X-API-Key': key } })
  if (answer.status === 429 || answer.status === 503) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get('retry-after') ?? 1)))
    continue
  }
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  const { data, paging } = await answer.json()
  for (const record of data) {
    if (record.deleted) delete known.records[record.id]
    else
      known.records[record.id] = {
        status: record.status,
        email: record.registrant.email,
        version: record.version,
      }
    changed++
  }
  if (paging.nextCursor === null) {
    known.token = answer.headers.get('x-sync-token')
    break
  }
  cursor = paging.nextCursor
}

// The token is stored with what it stands for: a crash between the two repeats a turn and loses none.
writeFileSync(`${file}.new`, JSON.stringify(known))
renameSync(`${file}.new`, file)
console.log(`${changed} changed, ${Object.keys(known.records).length} known`)

function read() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
