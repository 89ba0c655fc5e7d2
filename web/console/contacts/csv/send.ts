import { consoleEvents } from '../../base/services.ts'
import type { Column } from './columns.ts'
import { contactOf } from './contact.ts'
import { type Delimiter, parseCsv } from './parse.ts'

type CsvFile = { readonly name: string; readonly text: string; readonly delimiter: Delimiter }

const ROWS_A_PART = 500
const LARGEST_PART = 600_000
/** Rows per turn; the page is redrawn in between. */
const ROWS_A_TURN = 250

type Row = [line: number, contact: unknown]
type Sending = { listId: string; columns: readonly Column[]; isHeaded: boolean; signal: AbortSignal }

/** Uploads a file part by part and starts its import; returns the task. */
export async function sendFile(
  { name, text, delimiter }: CsvFile,
  { listId, columns, isHeaded, signal }: Sending,
  onRows: (rows: number) => void,
): Promise<string> {
  const params = { contactListId: listId, importId: crypto.randomUUID() }
  let [part, size, parts, rows]: [Row[], number, number, number] = [[], 0, 0, 0]
  const flush = async () => {
    if (part.length === 0) return
    const body = { contacts: part }
    await consoleEvents.putImportPart({ params: { ...params, position: parts }, body, signal })
    parts += 1
    part = []
    size = 0
    onRows(rows)
  }
  let isFirst = true
  for (const { line, cells } of parseCsv(text, delimiter)) {
    const isHeading = isFirst && isHeaded
    isFirst = false
    if (isHeading) continue
    const row: Row = [line, contactOf(cells, columns)]
    const length = JSON.stringify(row).length
    if (part.length === ROWS_A_PART || size + length > LARGEST_PART) await flush()
    part.push(row)
    size += length
    rows += 1
    if (rows % ROWS_A_TURN === 0) await nextTurn()
  }
  await flush()
  const { body } = await consoleEvents.startImport({
    params,
    body: { parts, fileName: name.slice(0, 200) },
    signal,
  })
  return body.taskId
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
