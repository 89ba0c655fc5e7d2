import type { TObject } from 'typebox'
import { Serialized, TextStream } from '../../../kernel/contract/operation.ts'
import { serialize } from '../../../kernel/contract/validate.ts'
import { writeCsvRow } from '../../../kernel/text/csv.ts'
import type { Events } from '../../events.ts'
import { type List, openList, readList } from '../../lists/list.ts'
import { type Paging, paging as pagingSchema, type SyncQuery } from '../../lists/list-query.ts'
import { type Presentation, presentAll } from '../../lists/present.ts'
import type { Tracked } from '../../records/tables.ts'

type ListRequest = { query: SyncQuery; header(name: string): string | undefined }

/** A page as JSON, or the whole list as JSON lines or CSV, depending on the `Accept` header. */
export async function answerList<R extends Partial<Tracked>, A extends object, L extends List<R>>(
  service: Events,
  request: ListRequest,
  list: L,
  presentation: Presentation<R, A>,
): Promise<{
  status: 200
  headers: Record<string, string>
  body: Serialized | TextStream
}> {
  const type = chooseType(request.header('accept'))
  if (type === 'application/json') {
    const { rows, paging, syncToken } = await readList(service, list, request.query)
    const headers = syncToken === undefined ? undefined : { 'x-sync-token': syncToken }
    const body = writePage(await presentAll(rows, presentation), paging, presentation.schema)
    return { status: 200, headers: { ...headers }, body }
  }
  const { pages, syncToken } = await openList(service, list, request.query)
  const body = streamPages(type, pages, {
    ...presentation,
    withDeleted: request.query.includeDeleted === true,
  })
  return { status: 200, headers: { 'x-sync-token': syncToken }, body }
}

/**
 * Writes each item by its own schema. The schema of the whole answer allows two kinds of items, so its serializer would
 * validate every item to find out which one it is.
 */
export function writePage(items: readonly object[], paging: Paging, schema: TObject): Serialized {
  const data = items.map((item) => writeItem(item, schema)).join(',')
  return new Serialized(`{"data":[${data}],"paging":${serialize(pagingSchema, paging)}}`)
}

function writeItem(item: object, schema: TObject): string {
  return 'deleted' in item ? JSON.stringify(item) : serialize(schema, item)
}

/** Streams JSON lines or CSV as fast as the client reads. */
export function streamPages<R extends Partial<Tracked>, A extends object>(
  type: Exclude<StreamType, 'application/json'>,
  pages: AsyncIterable<R[]>,
  { withDeleted, ...presentation }: Presentation<R, A> & { withDeleted: boolean },
): TextStream {
  const write = type === 'text/csv' ? writeTable : writeLines
  return new TextStream(`${type}; charset=utf-8`, write(pages, presentation, withDeleted))
}

async function* writeLines<R extends Partial<Tracked>, A extends object>(
  pages: AsyncIterable<R[]>,
  presentation: Presentation<R, A>,
): AsyncGenerator<string> {
  for await (const rows of pages) {
    const lines = (await presentAll(rows, presentation)).map((item) => writeItem(item, presentation.schema))
    yield `${lines.join('\n')}\n`
  }
}

async function* writeTable<R extends Partial<Tracked>, A extends object>(
  pages: AsyncIterable<R[]>,
  presentation: Presentation<R, A>,
  withDeleted: boolean,
): AsyncGenerator<string> {
  const names = [...Object.keys(presentation.schema.properties), ...(withDeleted ? ['deleted'] : [])]
  yield writeCsvRow(names)
  for await (const rows of pages) {
    const items = (await presentAll(rows, presentation)) as Record<string, unknown>[]
    yield items.map((item) => writeCsvRow(names.map((name) => item[name]))).join('')
  }
}

type StreamType = 'application/json' | 'application/x-ndjson' | 'text/csv'

const known: readonly string[] = [
  'application/json',
  'application/x-ndjson',
  'text/csv',
] satisfies StreamType[]
const ranges: readonly string[] = ['application/*', '*/*']

/** The media type that the client prefers (RFC 9110 §12.5.1), the first of equals; JSON for any other or none. */
export function chooseType(accept = ''): StreamType {
  const asked = accept
    .split(',')
    .map(readPreference)
    .filter(({ quality }) => quality > 0)
  const named = asked.filter(({ type }) => known.includes(type))
  const any = asked.filter(({ type }) => ranges.includes(type))
  const [best] = [...named, ...any].toSorted((a, b) => b.quality - a.quality)
  return best !== undefined && known.includes(best.type) ? (best.type as StreamType) : 'application/json'
}

function readPreference(part: string): { type: string; quality: number } {
  const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
  const quality = parameters.find((text) => text.startsWith('q='))
  return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
}
