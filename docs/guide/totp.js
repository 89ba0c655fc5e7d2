// node docs/guide/totp.js URI
// Prints the code that any authenticator app shows for an otpauth:// link (RFC 6238).
import { createHmac } from 'node:crypto'

const secret = new URL(process.argv[2]).searchParams.get('secret')
const bits = [...secret].map((letter) =>
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
)
const seed = Buffer.from(
  bits
    .join('')
    .match(/.{8}/g)
    .map((byte) => Number.parseInt(byte, 2)),
)
const step = Buffer.alloc(8)
step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
const mac = createHmac('sha1', seed).update(step).digest()
const number = mac.readUInt32BE(mac[19] & 15) & 0x7fffffff
console.log(String(number % 1_000_000).padStart(6, '0'))
