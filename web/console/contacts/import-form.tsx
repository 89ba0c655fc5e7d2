import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { problemText } from '../../ui/problems/problem-text.ts'
import { uiText } from '../../ui/texts.ts'
import { ColumnTable } from './column-table.tsx'
import { type Column, guessColumns, guessWithout, hasHeadings } from './csv/columns.ts'
import { decodeText, type Encoding } from './csv/decode.ts'
import { type CsvRow, type Delimiter, guessDelimiter, parseCsv } from './csv/parse.ts'
import { nextTurn, sendFile } from './csv/send.ts'
import { FormatChoice } from './format-choice.tsx'
import { Preview } from './preview.tsx'
import type { RawFile } from './raw-file.ts'
import { text } from './texts.ts'

const PREVIEW_ROWS = 20

type ImportFormProps = {
  listId: string
  file: RawFile
  onStarted: (taskId: string) => void
  onAgain: () => void
}

/** How the file is read, the meaning of its columns, and a preview of its first rows. */
export function ImportForm({ listId, file, onStarted, onAgain }: ImportFormProps) {
  const [encoding, setEncoding] = useState<Encoding>(file.encoding)
  const content = useMemo(() => decodeText(file.bytes, encoding), [file, encoding])
  const [delimiter, setDelimiter] = useState<Delimiter>(() => guessDelimiter(content))
  const first = useMemo(() => firstRows(content, delimiter), [content, delimiter])
  const [isHeaded, setHeaded] = useState(() => hasHeadings(first[0]?.cells ?? []))
  const [columns, setColumns] = useState<readonly Column[]>([])
  const rows = useRowCount(content, delimiter, isHeaded)
  useEffect(() => {
    const all = first.map(({ cells }) => cells)
    setColumns(isHeaded ? guessColumns(all[0] ?? []) : guessWithout(all))
  }, [first, isHeaded])
  const [sent, setSent] = useState(0)
  const over = useRef(new AbortController())
  useEffect(() => () => over.current.abort(), [])
  const action = useAction((error) => text('sendFailed', { reason: problemText(error) }))
  const hasEmail = columns.some(({ target }) => target === 'email')
  const start = () =>
    action.run(async () => {
      setSent(0)
      const how = { listId, columns, isHeaded, signal: over.current.signal }
      onStarted(await sendFile({ name: file.name, text: content, delimiter }, how, setSent))
    })
  if (first.length === 0) return <Empty onAgain={onAgain} />
  return (
    <div class="import-form">
      <p role="status">
        {rows === undefined
          ? text('fileCounting', { name: file.name })
          : text('fileRead', { name: file.name, rows })}
      </p>
      <FormatChoice
        delimiter={delimiter}
        encoding={encoding}
        isHeaded={isHeaded}
        onDelimiter={setDelimiter}
        onEncoding={setEncoding}
        onHeaded={setHeaded}
      />
      <ColumnTable columns={columns} example={first[isHeaded ? 1 : 0]?.cells ?? []} onChange={setColumns} />
      {!hasEmail && (
        <p class="notice warn" role="alert">
          {text('noEmailColumn')}
        </p>
      )}
      <Preview rows={isHeaded ? first.slice(1) : first} columns={columns} />
      <div role="status">{action.isBusy && <p>{text('sending', { done: sent, rows: rows ?? sent })}</p>}</div>
      <div role="alert">{action.failure !== undefined && <p class="notice bad">{action.failure}</p>}</div>
      <div class="contact-actions">
        <Button look="primary" disabled={!hasEmail || action.isBusy || rows === 0} onClick={start}>
          {rows === undefined ? text('startImportAll') : text('startImport', { rows })}
        </Button>
        <Button look="quiet" onClick={onAgain}>
          {uiText('cancel')}
        </Button>
      </div>
    </div>
  )
}

function Empty({ onAgain }: { onAgain: () => void }) {
  return (
    <>
      <p class="notice warn" role="alert">
        {text('fileEmpty')}
      </p>
      <Button onClick={onAgain}>{text('another')}</Button>
    </>
  )
}

function firstRows(content: string, delimiter: Delimiter): CsvRow[] {
  const rows: CsvRow[] = []
  for (const row of parseCsv(content, delimiter)) {
    rows.push(row)
    if (rows.length > PREVIEW_ROWS) break
  }
  return rows
}

const ROWS_A_TURN = 5_000

/** Counts rows in slices, so that a long file does not block the page. */
function useRowCount(content: string, delimiter: Delimiter, isHeaded: boolean): number | undefined {
  const [count, setCount] = useState<number>()
  useEffect(() => {
    let isOver = false
    setCount(undefined)
    const work = async () => {
      let rows = 0
      for (const _row of parseCsv(content, delimiter)) {
        rows += 1
        if (rows % ROWS_A_TURN === 0) await nextTurn()
        if (isOver) return
      }
      setCount(rows)
    }
    void work()
    return () => {
      isOver = true
    }
  }, [content, delimiter])
  return count === undefined ? undefined : Math.max(0, count - (isHeaded ? 1 : 0))
}
