import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { text } from '../texts.ts'
import { Camera } from './camera.tsx'
import { readPicture } from './decode.ts'

type ScannerProps = {
  /** Why the last text was of no use. */
  error: string | undefined
  onText: (scanned: string) => void
}

/** A QR code by camera or from a picture, or the link that it would hold. */
export function Scanner({ error, onText }: ScannerProps) {
  const [isFilming, setFilming] = useState(false)
  const [problem, setProblem] = useState<string>()
  const take = (scanned: string) => {
    setProblem(undefined)
    setFilming(false)
    onText(scanned)
  }
  const readFile = async (file: Blob) => {
    setProblem(undefined)
    try {
      const found = await readPicture(file)
      if (found === undefined) setProblem(text('scanNothing'))
      else take(found)
    } catch {
      setProblem(text('scanNoPicture'))
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const picture = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (picture === undefined) return
    event.preventDefault()
    void readFile(picture)
  }
  const told = problem ?? error
  return (
    <div class="scanner" onPaste={onPaste}>
      {isFilming ? (
        <Camera onText={take} onStop={() => setFilming(false)} />
      ) : (
        <div class="scan-ways">
          <Button look="primary" onClick={() => setFilming(true)}>
            {text('scanCamera')}
          </Button>
          <PictureChoice onFile={(file) => void readFile(file)} />
        </div>
      )}
      <div role="alert">{told !== undefined && <p class="notice bad">{told}</p>}</div>
      <LinkForm onText={take} />
    </div>
  )
}

function PictureChoice({ onFile }: { onFile: (file: Blob) => void }) {
  return (
    <label class="button file-choice">
      {text('scanFile')}
      <input
        class="visually-hidden"
        type="file"
        accept="image/*"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          // The same file may be chosen again.
          event.currentTarget.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </label>
  )
}

function LinkForm({ onText }: { onText: (link: string) => void }) {
  const [link, setLink] = useState('')
  return (
    <form
      class="link-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (link.trim() !== '') onText(link.trim())
      }}
    >
      <Field label={text('scanLink')} help={text('scanLinkHelp')}>
        {(control) => (
          <input
            {...control}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            maxLength={4_096}
            value={link}
            onInput={(event) => setLink(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit">{text('scanOpen')}</Button>
    </form>
  )
}
