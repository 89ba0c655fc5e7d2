import type { TSchema } from 'typebox'
import type { Api } from '../../kernel/contract/api.ts'
import { declaredProblems } from '../../kernel/contract/declared-problems.ts'
import type { AnswerFormat, BodyFormat, Operation, TrafficLimit } from '../../kernel/contract/operation.ts'
import { code, page, table } from '../../kernel/text/markdown.ts'
import type { SettingName } from '../config/settings.ts'
import { renderProblems } from './problems.ts'
import { renderSchema } from './schema.ts'

/** The setting of each limit. */
const limitSettings: Readonly<Record<TrafficLimit, SettingName>> = {
  registrations: 'LANYARD_ISSUER_REGISTRATIONS',
  'open-jobs': 'LANYARD_ISSUER_OPEN_JOBS',
}

export function renderOperation(api: Api, name: string, operation: Operation): string {
  return page(
    `### ${name}`,
    `${code(`${operation.method} ${api.basePath}${operation.path}`)}: ${operation.summary}.`,
    operation.description ?? '',
    describeAccess(api, operation),
    renderInput('Path', operation.params),
    renderInput('Query', operation.query),
    renderInput('Parameters, in the query or the body', operation.bag),
    renderHeaders('Request header', operation.headers ?? {}),
    operation.body === undefined ? '' : renderBody(operation.body),
    ...Object.entries(operation.answers).map(([status, format]) => renderAnswer(operation, status, format)),
    '**Problems**',
    renderProblems(api, declaredProblems(api, operation)),
  ).trimEnd()
}

export function describeAuth(api: Api, operation: Operation): string {
  if (operation.auth === 'public') return 'anyone'
  if (operation.auth === 'signed') return 'whoever signs the body'
  return api.keyHeader === undefined ? 'an API key' : `an API key in ${code(api.keyHeader)}`
}

function describeAccess(api: Api, { auth, scope, orScope, limit, ...rest }: Operation): string {
  const either = orScope === undefined ? '' : ` or ${code(orScope)}`
  const scoped = scope === undefined ? '' : ` with the scope ${code(scope)}${either}`
  const who = `Open to ${describeAuth(api, { auth, ...rest })}${scoped}.`
  if (limit !== undefined) return `${who} Limited for each address by ${code(limitSettings[limit])}.`
  return auth === 'api-key' ? `${who} Limited for each key by ${code('LANYARD_RATE')}.` : who
}

function renderInput(title: string, schema: TSchema | undefined): string {
  return schema === undefined ? '' : `**${title}**\n\n${renderSchema(schema)}`
}

function renderBody({ contentTypes, maxBytes, required, schema }: BodyFormat): string {
  const types = contentTypes.map((type) => (type === '' ? 'no type' : code(type))).join(', ')
  const size = `${required ? 'required' : 'optional'}, at most ${maxBytes.toLocaleString('en')} bytes`
  return `**Body** (${size}): ${types}\n\n${renderSchema(schema)}`
}

function renderAnswer(operation: Operation, status: string, format: AnswerFormat): string {
  const bodiless = operation.method === 'HEAD' || format.contentType === undefined
  const kind = bodiless ? 'no body' : code(format.contentType ?? '')
  return page(
    `**${status}** (${kind}): ${format.description}`,
    renderHeaders('Header', format.headers),
    bodiless || format.schema === undefined ? '' : renderSchema(format.schema),
  ).trimEnd()
}

function renderHeaders(title: string, headers: Readonly<Record<string, string>>): string {
  const rows = Object.entries(headers).map(([name, meaning]) => [code(name), meaning])
  return table([title, 'Meaning'], rows)
}
