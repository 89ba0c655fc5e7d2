import { writeSync } from 'node:fs'
import type { Clock } from './clock.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
type LogFields = Record<string, unknown>

export type Logger = {
  enabled(level: LogLevel): boolean
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /** Returns a function that writes such lines; what they have in common is encoded once. */
  prepare(level: LogLevel, message: string, common: LogFields): (fields: LogFields) => void
}

type LoggerOptions = { level: LogLevel; write: (text: string) => void; clock: Clock }

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']
const longestText = 8192
const mostCauses = 8

/**
 * Writes one JSON object per line. No field can make it throw, break the line or send control characters to a
 * terminal.
 */
export function createLogger({ level, write, clock }: LoggerOptions): Logger {
  const enabled = (asked: LogLevel) => levels.indexOf(asked) >= levels.indexOf(level)
  const timeText = createTimeText(clock)
  const prepare: Logger['prepare'] = (own, message, common) => {
    if (!enabled(own)) return () => {}
    const start = `","level":"${own}","message":${encodeText(message)}${encodeFields(common, own)}`
    return (fields) => write(`{"time":"${timeText()}${start}${encodeFields(fields, own)}}\n`)
  }
  const at = (own: LogLevel) => {
    if (!enabled(own)) return () => {}
    return (message: string, fields: LogFields = {}) => prepare(own, message, fields)({})
  }
  return { enabled, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), prepare }
}

function encodeFields(fields: LogFields, level: LogLevel): string {
  let text = ''
  for (const name in fields) text += encodeField(name, fields[name], level)
  return text
}

/** Caches the formatted time, because many lines fall into the same millisecond. */
function createTimeText(clock: Clock): () => string {
  let [last, text] = [Number.NaN, '']
  return () => {
    const now = clock.now()
    if (now !== last) [last, text] = [now, new Date(now).toISOString()]
    return text
  }
}

function encodeField(name: string, value: unknown, level: LogLevel): string {
  const text = encodeValue(value, level)
  if (text === undefined) return ''
  const taken = name === 'time' || name === 'level' || name === 'message'
  return `,${encodeText(taken ? `${name}_` : name)}:${text}`
}

function encodeValue(value: unknown, level: LogLevel): string | undefined {
  if (typeof value === 'string') return encodeText(value)
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return String(value)
  try {
    const text = JSON.stringify(value, function (this: Record<string, unknown>, name: string, json: unknown) {
      return simplify(this[name], json, level)
    })
    return text === undefined ? undefined : escapeControls(text)
  } catch {
    return '"[unprintable]"'
  }
}

function simplify(raw: unknown, json: unknown, level: LogLevel): unknown {
  if (raw instanceof Error) return { ...describe(raw, level), causes: listCauses(raw, level) }
  if (ArrayBuffer.isView(raw)) return `[${raw.byteLength} bytes]`
  if (typeof json === 'bigint') return String(json)
  return typeof json === 'string' ? cut(json) : json
}

function describe(error: unknown, level: LogLevel): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, code, stack } = error as Error & { code?: unknown }
  return {
    name,
    message,
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    stack: level === 'error' ? stack : undefined,
  }
}

function listCauses(error: Error, level: LogLevel): Record<string, unknown>[] | undefined {
  const found = new Set<unknown>([error])
  for (const known of found) {
    if (!(known instanceof Error) || found.size > mostCauses) continue
    if (known.cause !== undefined) found.add(known.cause)
    if (known instanceof AggregateError) for (const part of known.errors.slice(0, mostCauses)) found.add(part)
  }
  found.delete(error)
  return found.size === 0 ? undefined : [...found].map((cause) => describe(cause, level))
}

function encodeText(text: string): string {
  if (text.length <= longestText && plain.test(text)) return `"${text}"`
  return escapeControls(JSON.stringify(cut(text)))
}

// ASCII that JSON does not escape. Most names and values match, and skip the slower path.
const plain = /^[ !#-[\]-~]*$/

function cut(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text
}

// Characters that JSON does not escape: DEL and C1 control characters, which terminals obey, line separators, and
// marks that change the direction of text.
const controls = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

function escapeControls(json: string): string {
  return json.replace(controls, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

type BufferedWriter = {
  write(text: string): void
  /** Writes what is buffered, before an exit; gives up if the reader accepts nothing for a second. */
  flush(): void
}

const flushAt = 16 * 1024
const largestBacklog = 1024 * 1024
const retryMs = 20
const patienceMs = 1000
const lineFeed = Buffer.from('\n')
const nothing = Buffer.alloc(0)

/**
 * Collects lines and writes them once per event-loop turn. Logging never fails: lines that do not fit are dropped.
 */
export function createBufferedWriter(fd: number): BufferedWriter {
  let fresh = ''
  let unsent: Buffer = nothing
  let blocked = false
  let scheduled = false

  function drain(): void {
    scheduled = false
    const bytes = Buffer.concat([unsent, Buffer.from(fresh)])
    fresh = ''
    const result = writeSome(fd, bytes)
    blocked = result.end === 'blocked'
    if (blocked) unsent = bytes.subarray(result.sent)
    // End a partly written line before the next one starts.
    else if (result.end === 'failed' && (result.sent > 0 || unsent.length > 0)) unsent = lineFeed
    else unsent = nothing
    if (blocked) schedule()
  }

  function schedule(): void {
    if (scheduled) return
    scheduled = true
    if (blocked) setTimeout(drain, retryMs).unref()
    else setImmediate(drain)
  }

  return {
    write(text) {
      if (unsent.length + fresh.length > largestBacklog) return
      fresh += text
      if (fresh.length >= flushAt && !blocked) drain()
      else schedule()
    },
    flush() {
      drain()
      for (let tries = patienceMs / retryMs; blocked && tries > 0; tries -= 1) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs)
        const before = unsent.length
        drain()
        if (unsent.length < before) tries = patienceMs / retryMs
      }
    },
  }
}

type Written = { sent: number; end: 'done' | 'blocked' | 'failed' }

function writeSome(fd: number, bytes: Buffer): Written {
  let sent = 0
  try {
    while (sent < bytes.length) sent += writeSync(fd, bytes, sent)
    return { sent, end: 'done' }
  } catch (error) {
    return { sent, end: (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 'blocked' : 'failed' }
  }
}
