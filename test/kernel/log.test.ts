import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBufferedWriter, createLogger, type LogLevel } from '../../src/kernel/base/log.ts'
import { Secret } from '../../src/kernel/base/secret.ts'
import { createManualClock } from '../fakes.ts'

function capture(level: LogLevel = 'debug') {
  const lines: string[] = []
  const clock = createManualClock(Date.UTC(2031, 4, 6, 9, 0, 0, 7))
  const log = createLogger({ level, write: (text) => lines.push(text), clock })
  return { log, lines, clock, last: () => JSON.parse(lines.at(-1) ?? '') }
}

describe('logger', () => {
  it('writes one JSON object a line', () => {
    const { log, lines } = capture()
    log.info('request', { method: 'GET', status: 200, ms: 1.5, cached: false, user: null })
    expect(lines).toEqual([
      '{"time":"2031-05-06T09:00:00.007Z","level":"info","message":"request",' +
        '"method":"GET","status":200,"ms":1.5,"cached":false,"user":null}\n',
    ])
  })

  it('writes its level and above', () => {
    const { log, lines } = capture('warn')
    for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level](level)
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(['warn', 'error'])
    expect([log.enabled('info'), log.enabled('warn'), log.enabled('error')]).toEqual([false, true, true])
  })

  it('writes prepared lines with the time at which each is written', () => {
    const { log, lines, clock } = capture()
    const tell = log.prepare('info', 'request', { route: '/a "b"' })
    tell({ ms: 1 })
    clock.advance(1_000)
    tell({ ms: 2 })
    expect(lines).toEqual(
      ['00', '01'].map(
        (second, index) =>
          `{"time":"2031-05-06T09:00:${second}.007Z","level":"info","message":"request","route":"/a \\"b\\"","ms":${index + 1}}\n`,
      ),
    )
    const quiet = capture('warn')
    quiet.log.prepare('info', 'request', {})({})
    expect(quiet.lines).toEqual([])
  })

  it('never prints a secret or bytes', () => {
    const { log, lines } = capture()
    const secret = new Secret('hunter2')
    const key = Buffer.from('hunter2')
    const fields = { secret, list: [secret], deep: { secret, key, view: new Uint8Array(key) }, key }
    log.error(`with ${secret}`, { ...fields, error: new Error('no', { cause: secret }) })
    expect(lines[0]).not.toMatch(/hunter2|104,117/)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ secret: '[secret]', key: '[7 bytes]' })
  })

  it('escapes what breaks a line or speaks to a terminal', () => {
    const { log, lines, last } = capture()
    const hostile = 'a\r\nb\u001b[31m\u0000\u007f\u0085\u009b\u2028\u2029\u202e\u2066\ufeff"\\é😀\ud800'
    log.info(hostile, { [hostile]: hostile, deep: { [hostile]: [hostile] } })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the line must not hold.
    expect(lines[0]?.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/)
    expect(last()).toMatchObject({ message: hostile, [hostile]: hostile, deep: { [hostile]: [hostile] } })
  })

  it('flattens the causes of an error', () => {
    const { log, last } = capture()
    const root = Object.assign(new TypeError('root'), { code: 'ECONNREFUSED', detail: 'hunter2' })
    const error = new Error('top', { cause: new AggregateError([root, 'text'], 'middle') })
    log.warn('failed', { error })
    expect(last().error).toEqual({
      name: 'Error',
      message: 'top',
      causes: [
        { name: 'AggregateError', message: 'middle' },
        { name: 'TypeError', message: 'root', code: 'ECONNREFUSED' },
        { message: 'text' },
      ],
    })
  })

  it('shows the stack at error level only, also of causes', () => {
    const { log, last } = capture()
    const error = new Error('top', { cause: new Error('root') })
    log.error('failed', { error })
    expect(last().error.stack).toContain('log.test.ts')
    expect(last().error.causes[0].stack).toContain('log.test.ts')
    log.warn('failed', { error })
    expect(JSON.stringify(last())).not.toContain('log.test.ts')
  })

  it('bounds causes that go round or on and on', () => {
    const { log, last } = capture()
    const loop = new Error('loop')
    loop.cause = loop
    log.warn('failed', { error: loop })
    expect(last().error).toEqual({ name: 'Error', message: 'loop' })
    let long = new Error('0')
    for (let i = 1; i < 100; i += 1) long = new Error(String(i), { cause: long })
    log.warn('failed', {
      error: long,
      many: new AggregateError(Array.from({ length: 99 }, () => new Error('x'))),
    })
    expect(last().error.causes).toHaveLength(8)
    expect(last().many.causes).toHaveLength(8)
  })

  it('keeps its own members, and cuts a long text', () => {
    const { log, last } = capture()
    log.info('mine', {
      message: 'theirs',
      level: 'x',
      time: 0,
      long: 'a'.repeat(100_000),
      deep: ['b'.repeat(1e5)],
    })
    expect(last()).toMatchObject({
      message: 'mine',
      level: 'info',
      message_: 'theirs',
      level_: 'x',
      time_: 0,
    })
    expect(last().long).toHaveLength(8193)
    expect(last().deep[0]).toHaveLength(8193)
  })

  it('survives every value', () => {
    const { log, last } = capture()
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    const throwing = {
      toJSON() {
        throw new Error('no')
      },
    }
    const others = { nan: Number.NaN, big: 5n, none: undefined, code: () => 1, date: new Date(0) }
    log.info('odd', { cycle, throwing, ...others })
    expect(last()).toMatchObject({
      cycle: '[unprintable]',
      throwing: '[unprintable]',
      nan: null,
      big: '5',
      date: '1970-01-01T00:00:00.000Z',
    })
    expect(last()).not.toHaveProperty('none')
    expect(last()).not.toHaveProperty('code')
  })
})

describe('buffered writer', () => {
  let folder = ''
  const open: number[] = []

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'log-'))
  })

  afterEach(() => {
    for (const fd of open.splice(0)) closeSync(fd)
    rmSync(folder, { recursive: true })
  })

  function openFile() {
    const path = join(folder, 'log')
    const fd = openSync(path, 'a')
    open.push(fd)
    return { fd, read: () => readFileSync(path, 'utf8') }
  }

  // A pipe that refuses instead of blocking when it is full. Nobody reads it before `drain` starts a reader,
  // which runs until the pipe is closed.
  function openPipe() {
    const [path, copy] = [join(folder, 'pipe'), join(folder, 'copy')]
    execFileSync('mkfifo', [path])
    const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
    async function drain(flush: () => void): Promise<string> {
      const output = openSync(copy, 'w')
      const reader = spawn('cat', [path], { stdio: ['ignore', output, 'inherit'] })
      const ended = once(reader, 'exit')
      // Each gives a reader that is slow to start one more second.
      for (let tries = 0; tries < 10; tries += 1) flush()
      await once(reader, 'spawn')
      closeSync(output)
      closeSync(fd)
      await ended
      return readFileSync(copy, 'utf8')
    }
    return { fd, drain }
  }

  const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

  it('writes the lines of a turn at its end, in order', async () => {
    const { fd, read } = openFile()
    const writer = createBufferedWriter(fd)
    writer.write('one\n')
    writer.write('two é\n')
    expect(read()).toBe('')
    await nextTurn()
    expect(read()).toBe('one\ntwo é\n')
    writer.write('three\n')
    await nextTurn()
    expect(read()).toBe('one\ntwo é\nthree\n')
  })

  it('writes at once when 16 kB have gathered', async () => {
    const { fd, read } = openFile()
    const writer = createBufferedWriter(fd)
    const line = `${'x'.repeat(1023)}\n`
    for (let i = 0; i < 17; i += 1) writer.write(line)
    expect(read()).toHaveLength(16 * 1024)
    await nextTurn()
    expect(read()).toHaveLength(17 * 1024)
  })

  it('writes what is left when it is flushed', () => {
    const { fd, read } = openFile()
    const writer = createBufferedWriter(fd)
    writer.write('last\n')
    writer.flush()
    writer.flush()
    expect(read()).toBe('last\n')
  })

  const lines = Array.from({ length: 5000 }, (_, i) => `${String(i).padStart(1023, '0')}\n`)

  it('keeps what a full pipe does not take until a reader comes', async () => {
    const { fd, drain } = openPipe()
    const writer = createBufferedWriter(fd)
    for (const line of lines.slice(0, 300)) writer.write(line)
    expect(await drain(writer.flush)).toBe(lines.slice(0, 300).join(''))
  })

  it('holds a bounded backlog of whole lines, and gives up a flush that nobody reads', async () => {
    const { fd, drain } = openPipe()
    const writer = createBufferedWriter(fd)
    for (const line of lines) writer.write(line)
    writer.flush()
    const received = await drain(writer.flush)
    expect(lines.join('').startsWith(received)).toBe(true)
    expect(received.length % 1024).toBe(0)
    expect(received.length).toBeGreaterThan(1024 * 1024)
    expect(received.length).toBeLessThan(1.3 * 1024 * 1024)
  })

  it.skipIf(!existsSync('/dev/full'))('never throws: on a full disk or a closed file lines are lost', () => {
    const full = openSync('/dev/full', 'w')
    const writer = createBufferedWriter(full)
    writer.write('x'.repeat(20_000))
    writer.flush()
    closeSync(full)
    const closed = createBufferedWriter(1_000_000)
    closed.write('x\n')
    expect(() => closed.flush()).not.toThrow()
  })
})
