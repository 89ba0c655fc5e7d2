import { useRef, useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Camera } from '../../ui/scan/camera.tsx'
import { readPicture } from '../../ui/scan/decode.ts'
import { PictureChoice } from '../../ui/scan/picture-choice.tsx'
import type { CameraTexts } from '../../ui/scan/scan-texts.ts'
import { wakeSound } from './feedback.ts'
import { text } from './texts.ts'

/** The same code counts again only after this many camera frames without a code. */
const GONE_LOOKS = 12

/** Scans with the camera or from a picture. The camera stays on for the next person. */
export function ScanPanel({ onText }: { onText: (scanned: string) => void }) {
  const [isFilming, setFilming] = useState(false)
  const [problem, setProblem] = useState<string>()
  const last = useRef({ text: '', unseen: 0 })
  const onLook = (found: string | undefined) => {
    const known = last.current
    if (found === undefined) known.unseen += 1
    else if (found !== known.text || known.unseen > GONE_LOOKS) {
      last.current = { text: found, unseen: 0 }
      onText(found)
    } else known.unseen = 0
    return false
  }
  const readFile = async (file: Blob) => {
    setProblem(undefined)
    const found = await readPicture(file).catch(() => null)
    if (found === null) setProblem(text('noPicture'))
    else if (found === undefined) setProblem(text('noCode'))
    else onText(found)
  }
  return (
    <div class="scanner">
      {isFilming ? (
        <Camera texts={cameraTexts()} onLook={onLook} onStop={() => setFilming(false)} />
      ) : (
        <div class="scan-ways">
          <Button
            look="primary"
            onClick={() => {
              wakeSound()
              setFilming(true)
            }}
          >
            {text('film')}
          </Button>
          <PictureChoice text={text('file')} onFile={(file) => void readFile(file)} />
        </div>
      )}
      <div role="alert">{problem !== undefined && <p class="notice bad">{problem}</p>}</div>
    </div>
  )
}

function cameraTexts(): CameraTexts {
  return {
    picture: text('cameraPicture'),
    asking: text('cameraAsking'),
    running: text('cameraRunning'),
    again: text('cameraAgain'),
    stop: text('cameraStop'),
    failures: {
      denied: text('cameraDenied'),
      none: text('cameraNone'),
      busy: text('cameraBusy'),
      insecure: text('cameraInsecure'),
    },
  }
}
