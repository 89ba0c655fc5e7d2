import { hasSound, hasVibration } from './door/settings.ts'

const sounds = { good: [880, 1_320], warn: [660, 660], bad: [220, 165] } as const
const shakes = { good: [60], warn: [80, 80, 80], bad: [300] } as const
const NOTE_S = 0.12

let audio: AudioContext | undefined

/** Called on a tap, because some browsers allow sound only after the page was touched. */
export function wakeSound(): void {
  if (hasSound.value.peek() !== 'on') return
  try {
    audio ??= new AudioContext()
    if (audio.state === 'suspended') void audio.resume()
  } catch {
    // A device without sound still shows the colour.
  }
}

/** A sound and a vibration, so that staff need not look at the device. */
export function signalTone(tone: keyof typeof sounds): void {
  if (hasVibration.value.peek() === 'on') navigator.vibrate?.([...shakes[tone]])
  if (hasSound.value.peek() !== 'on') return
  wakeSound()
  if (audio === undefined) return
  for (const [at, pitch] of sounds[tone].entries()) play(audio, pitch, audio.currentTime + at * NOTE_S)
}

function play(context: AudioContext, pitch: number, at: number): void {
  const [tone, level] = [context.createOscillator(), context.createGain()]
  tone.frequency.value = pitch
  level.gain.value = 0.2
  tone.connect(level).connect(context.destination)
  tone.start(at)
  tone.stop(at + NOTE_S)
}
