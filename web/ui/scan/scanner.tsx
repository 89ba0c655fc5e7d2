import { useState } from 'preact/hooks'
import { Button } from '../button.tsx'
import { Form } from '../inputs/form.tsx'
import { TextInput } from '../inputs/inputs.tsx'
import { Camera } from './camera.tsx'
import { PictureChoice } from './picture-choice.tsx'
import type { ScanTexts } from './scan-texts.ts'

type ScannerProps = {
  texts: ScanTexts
  /** Why the last scanned text could not be used. */
  error: string | undefined
  onText: (scanned: string) => void
}

/** Reads a QR code by camera, from a picture, or as a typed link. */
export function Scanner({ texts, error, onText }: ScannerProps) {
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
      const { readPicture } = await import('./decode.ts')
      const found = await readPicture(file)
      if (found === undefined) setProblem(texts.nothing)
      else take(found)
    } catch {
      setProblem(texts.noPicture)
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const picture = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (picture === undefined) return
    event.preventDefault()
    void readFile(picture)
  }
  const onLook = (found: string | undefined) => {
    if (found !== undefined) take(found)
    return found !== undefined
  }
  const told = problem ?? error
  return (
    <div class="scanner" onPaste={onPaste}>
      {isFilming ? (
        <Camera texts={texts.camera} onLook={onLook} onStop={() => setFilming(false)} />
      ) : (
        <div class="scan-ways">
          <Button look="primary" onClick={() => setFilming(true)}>
            {texts.film}
          </Button>
          <PictureChoice text={texts.file} onFile={(file) => void readFile(file)} />
        </div>
      )}
      <div role="alert">{told !== undefined && <p class="notice bad">{told}</p>}</div>
      <LinkForm texts={texts} onText={take} />
    </div>
  )
}

function LinkForm({ texts, onText }: { texts: ScanTexts; onText: (link: string) => void }) {
  const [link, setLink] = useState('')
  return (
    <Form
      class="link-form"
      onSubmit={() => {
        if (link.trim() !== '') onText(link.trim())
      }}
    >
      <TextInput
        label={texts.link}
        help={texts.linkHelp}
        autocapitalize="off"
        spellcheck={false}
        maxLength={4_096}
        value={link}
        onChange={setLink}
      />
      <Button type="submit">{texts.open}</Button>
    </Form>
  )
}
