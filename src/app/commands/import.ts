import { readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import type { Command } from 'commander'
import { importEvent } from '../../events/import/import-event.ts'
import { importSchedule } from '../../events/import/import-schedule.ts'
import { readSchedule } from '../../events/schedules/read-schedule.ts'
import { Fault } from '../../kernel/base/fault.ts'
import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/contract/problem.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { parseJson } from '../../kernel/text/json.ts'
import { getOrCreateOrganisation } from '../../platform/accounts/organisations.ts'
import { localActor, recordAudit } from '../../platform/audit/entries.ts'
import { answering, type Opened, type Printed } from './base/answering.ts'
import { CommandError } from './base/command-error.ts'

type Options = { organisation?: string }
type EventOptions = Options & { code?: string }
type ScheduleOptions = Options & { event?: string; timezone?: string }

export function addImportCommands(program: Command): void {
  const command = program.command('import').description('import an event or a schedule')
  command
    .command('event')
    .description('import a JSON document {event, registrationTypes, optionGroups, form, sessions}')
    .argument('<file>')
    .option('--code <code>', 'the code of the new event (default: the code in the file)')
    .option('--organisation <name>', 'by name, created if it does not exist (default: the first one)')
    .option('--json')
    .action(answering(takeEvent))
  command
    .command('schedule')
    .description('import frab, pretalx or Pentabarf (JSON or XML) or iCalendar; run it again to update')
    .argument('<file>')
    .option(
      '--event <code>',
      'the event to import into (default: the event in the file, created and published if new)',
    )
    .option('--timezone <name>', 'time zone for times without one, for example Europe/Berlin')
    .option('--organisation <name>', 'by name, created if it does not exist (default: the first one)')
    .option('--json')
    .action(answering(takeSchedule))
}

async function takeEvent({ context }: Opened, file: string, options: EventOptions): Promise<Printed> {
  const document = withCode(
    explained(() => parseJson(withoutMark(readFile(file)))),
    options,
  )
  const made = await store(context, options, {
    action: 'event.import',
    work: (tx, organisationId) => importEvent(tx, context, { organisationId, document }),
  })
  return { answer: made, text: `Imported ${made.code}: ${made.id}` }
}

/** A document without an event stays as it is: the import says what is wrong. */
function withCode(document: unknown, { code }: EventOptions): unknown {
  if (code === undefined || !isObject(document) || !isObject(document.event)) return document
  return { ...document, event: { ...document.event, code } }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function takeSchedule({ context }: Opened, file: string, options: ScheduleOptions): Promise<Printed> {
  const { event, timezone } = options
  const fileName = basename(file)
  const schedule = explained(() =>
    readSchedule(readFile(file), { fileName, ...(timezone === undefined ? {} : { timezone }) }),
  )
  const named = {
    schedule,
    fileName: basename(file, extname(file)),
    ...(event === undefined ? {} : { code: event }),
  }
  const made = await store(context, options, {
    action: 'schedule.import',
    work: (tx, organisationId) => importSchedule(tx, context, { organisationId, ...named }),
  })
  const { added, updated, cancelled, unchanged } = made
  const counts = `${added} added, ${updated} updated, ${cancelled} cancelled, ${unchanged} unchanged`
  const text = [`${made.code}: ${counts}. ${made.id}`, ...schedule.notes].join('\n')
  return { answer: made, text }
}

type Storing<T> = { action: string; work: (tx: Transaction, organisationId: string) => Promise<T> }

/** Stores everything or nothing, including an organisation created for it. */
async function store<T extends { id: string }>(
  context: Context,
  { organisation }: Options,
  { action, work }: Storing<T>,
): Promise<T> {
  const stored = context.database.write(async (tx) => {
    const { id } = await getOrCreateOrganisation(tx, context, organisation)
    const made = await work(tx, id)
    await recordAudit(tx, context, { actor: localActor, action, subject: `event:${made.id}` })
    return made
  })
  return stored.catch(explain)
}

function readFile(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch {
    throw new CommandError(`${file} cannot be read`)
  }
}

/** Some editors put a byte order mark at the start of a text. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

function explained<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    return explain(error)
  }
}

/** One line with the JSON pointer and the reason. */
function explain(error: unknown): never {
  if (error instanceof Problem) {
    const at = error.errors[0] === undefined ? '' : `${error.errors[0].pointer}: `
    throw new CommandError(`${at}${error.code}: ${error.detail}`)
  }
  if (!(error instanceof Fault)) throw error
  const [first] = error.errors
  const detail = (error.detail ?? 'the file cannot be taken over').replace(/^The body/, 'The file')
  throw new CommandError(
    first === undefined || first.pointer === '' ? detail : `${first.pointer}: ${first.message}`,
  )
}
