import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { LARGEST_FILE, pastedFile, type RawFile, readRawFile } from './raw-file.ts'
import { text } from './texts.ts'

/** Chooses a file, or pastes rows from a spreadsheet. */
export function FileChoice({ onFile }: { onFile: (file: RawFile) => void }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const take = async (file: File) => {
    setProblem(undefined)
    if (file.size > LARGEST_FILE) return setProblem(text('tooLarge'))
    try {
      onFile(await readRawFile(file))
    } catch {
      setProblem(text('unreadable'))
    }
  }
  return (
    <section class="card import-choice">
      <label class="button primary file-choice">
        {text('chooseFile')}
        <input
          class="visually-hidden"
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (file !== undefined) void take(file)
          }}
        />
      </label>
      <div role="alert">{problem !== undefined && <p class="notice bad">{problem}</p>}</div>
      <Field label={text('paste')}>
        {(control) => (
          <textarea {...control} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        )}
      </Field>
      <Button disabled={typed.trim() === ''} onClick={() => onFile(pastedFile(text('pastedName'), typed))}>
        {text('pasteUse')}
      </Button>
    </section>
  )
}
