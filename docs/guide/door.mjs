// A door without a network: knows the issuer's public keys, judges tickets by them, and keeps its scans in a file.
import { createPublicKey, randomUUID, verify } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'

const [command, ...given] = process.argv.slice(2)
if (command === 'scan') scan(...given)
if (command === 'scans') console.log(JSON.stringify(readScans(given[0])))

function scan(keysFile, eventFile, scansFile, ticket) {
  const [{ keys }, event] = [keysFile, eventFile].map((file) => JSON.parse(readFileSync(file, 'utf8')))
  const { attendeeId, fault } = judge(keys, event, ticket)
  if (fault !== undefined) return console.log(fault)
  if (readScans(scansFile).some((known) => known.attendeeId === attendeeId))
    return console.log('is in already')
  const record = {
    attendeeId,
    at: new Date().toISOString(),
    nonce: randomUUID(),
    method: 'scan',
    gate: 'North',
  }
  appendFileSync(scansFile, `${JSON.stringify(record)}\n`)
  console.log('welcome')
}

/** RFC 7515 with EdDSA, and nothing else: the type says that it is a ticket, the signature whose. */
function judge(keys, event, ticket) {
  const [head, body, signature] = ticket.split('.')
  const header = JSON.parse(Buffer.from(head, 'base64url'))
  const claims = JSON.parse(Buffer.from(body, 'base64url'))
  const jwk = keys.find(({ kid }) => kid === header.kid)
  if (header.alg !== 'EdDSA' || header.typ !== 'lanyard-ticket+jwt' || jwk === undefined)
    return { fault: 'no ticket' }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const isOurs = verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))
  if (!isOurs) return { fault: 'forged' }
  if (claims.evt !== event.id) return { fault: 'not for this event' }
  // Not by exp, which is of when the ticket was signed: people keep their tickets when an event is moved.
  if (Date.now() > Date.parse(event.end) + 86_400_000) return { fault: 'the event is over' }
  return { attendeeId: claims.sub }
}

function readScans(file) {
  try {
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  } catch {
    return []
  }
}
