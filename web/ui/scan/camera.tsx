import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../button.tsx'
import type { CameraTexts } from './scan-texts.ts'
import { type CameraFailure, nameFailure, watchCamera } from './watch-camera.ts'

type CameraProps = {
  texts: CameraTexts
  /** Called with the result of every camera frame. Returning true stops. */
  onLook: (found: string | undefined) => boolean
  onStop: () => void
}

/** The camera picture, and what is found in it. The browser asks for permission first. */
export function Camera({ texts, onLook, onStop }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const take = useRef(onLook)
  take.current = onLook
  const [state, setState] = useState<'asking' | 'running' | CameraFailure>('asking')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (video.current === null) return
    const watch = new AbortController()
    setState('asking')
    watchCamera(video.current, watch.signal, {
      onStart: () => setState('running'),
      onLook: (found) => take.current(found),
    }).catch((error: unknown) => setState(nameFailure(error)))
    return () => watch.abort()
  }, [attempt])
  const failure = state === 'asking' || state === 'running' ? undefined : state
  return (
    <div class="camera">
      <video ref={video} muted playsInline hidden={state !== 'running'} aria-label={texts.picture} />
      <p role="status" class={failure === undefined ? 'soft' : 'notice warn'}>
        {failure === undefined ? texts[state === 'asking' ? 'asking' : 'running'] : texts.failures[failure]}
      </p>
      <div class="actions">
        {failure !== undefined && failure !== 'insecure' && (
          <Button onClick={() => setAttempt(attempt + 1)}>{texts.again}</Button>
        )}
        <Button onClick={onStop}>{texts.stop}</Button>
      </div>
    </div>
  )
}
