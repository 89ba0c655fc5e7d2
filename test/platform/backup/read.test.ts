import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { BackupError } from '../../../src/platform/backup/backup-error.ts'
import { type BackupPart, readBackup } from '../../../src/platform/backup/read.ts'

const header = {
  format: 'lanyard-backup',
  formatVersion: 1,
  program: '0.1.0',
  takenAt: '2026-01-01T00:00:00.000Z',
  engine: 'sqlite',
  rootKey: 'fingerprint',
  migrations: [{ name: 'platform/0001-x', appliedAt: 1 }],
}
const people = { table: 'people', columns: ['id', 'age'], counter: null }
const visits = { table: 'visits', columns: ['number'], counter: 3 }
const rows = { people: 2, visits: 1 }
const lines = [header, people, ['a', 1], ['žluťoučký\n', null], visits, [3]]

function textOf(content: readonly unknown[], end: object = { end: true, rows }): string {
  const text = content.map((line) => `${JSON.stringify(line)}\n`).join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  return `${text}${JSON.stringify({ ...end, sha256 })}\n`
}

async function read(bytes: Uint8Array, pieceBytes = 7): Promise<BackupPart[]> {
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const parts: BackupPart[] = []
  for await (const some of readBackup(pieces())) parts.push(...some)
  return parts
}

const whole = Buffer.from(textOf(lines))

describe('reading a backup', () => {
  it.each([1, 7, 64, 100_000])('gives what was written, in pieces of %i bytes', async (pieceBytes) => {
    const parts = await read(whole, pieceBytes)
    expect(parts.map(({ kind }) => kind)).toEqual(['header', 'table', 'row', 'row', 'table', 'row', 'end'])
    expect(parts.flatMap((part) => (part.kind === 'row' ? [[part.table.name, part.row]] : []))).toEqual([
      ['people', ['a', 1]],
      ['people', ['žluťoučký\n', null]],
      ['visits', [3]],
    ])
  })

  it('refuses it with any byte changed', async () => {
    for (let at = 0; at < whole.length; at += 1) {
      const changed = Buffer.from(whole)
      changed[at] = (whole[at] ?? 0) ^ 1
      await expect(read(changed, 4096), `byte ${at}`).rejects.toBeInstanceOf(BackupError)
    }
  })

  it('refuses it cut off after any byte', async () => {
    for (let length = 0; length < whole.length; length += 1) {
      await expect(read(whole.subarray(0, length), 4096), `${length} bytes`).rejects.toBeInstanceOf(
        BackupError,
      )
    }
  })

  const foreign: [string, string][] = [
    ['rows before a table', textOf([header, ['a', 1]], { end: true, rows: {} })],
    ['a row with too few columns', textOf([header, people, ['a']], { end: true, rows: { people: 1 } })],
    [
      'a value that no column holds',
      textOf([header, people, ['a', 1.5]], { end: true, rows: { people: 1 } }),
    ],
    ['a table twice', textOf([header, people, people], { end: true, rows: { people: 0 } })],
    ['other counts at its end', textOf(lines, { end: true, rows: { people: 2, visits: 2 } })],
    ['a table that its end does not count', textOf(lines, { end: true, rows: { people: 2 } })],
    ['lines after its end', `${textOf(lines)}["b",2]\n`],
    ['another header', textOf([{ ...header, format: 'dump' }, ...lines.slice(1)])],
    ['no header', textOf(lines.slice(1))],
    ['nothing', ''],
  ]
  it.each(foreign)('refuses %s', async (_title, text) => {
    await expect(read(Buffer.from(text))).rejects.toBeInstanceOf(BackupError)
  })

  it('names the release that wrote a newer format', async () => {
    const newer = textOf([{ ...header, formatVersion: 2, program: '9.1.0' }, ...lines.slice(1)])
    await expect(read(Buffer.from(newer))).rejects.toThrow('newer release 9.1.0')
  })

  it('holds no more than a line in memory, however long it goes on', async () => {
    const endless = async function* () {
      for (;;) yield Buffer.alloc(1024 * 1024, 'x')
    }
    const reading = (async () => {
      for await (const _ of readBackup(endless()));
    })()
    await expect(reading).rejects.toThrow('is not a Lanyard backup')
  })
})
