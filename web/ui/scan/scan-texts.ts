import type { CameraFailure } from './watch-camera.ts'

/** The texts that an app provides for its camera. */
export type CameraTexts = {
  readonly picture: string
  readonly asking: string
  readonly running: string
  readonly again: string
  readonly stop: string
  readonly failures: Readonly<Record<CameraFailure, string>>
}

/** The texts for the camera and the other ways to enter a QR code. */
export type ScanTexts = {
  readonly camera: CameraTexts
  readonly film: string
  readonly file: string
  readonly link: string
  readonly linkHelp: string
  readonly open: string
  readonly nothing: string
  readonly noPicture: string
}
