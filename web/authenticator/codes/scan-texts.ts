import type { ScanTexts } from '../../ui/scan/scan-texts.ts'
import { uiText } from '../../ui/texts.ts'
import { text } from '../base/texts.ts'

export function scanTexts(): ScanTexts {
  return {
    camera: {
      picture: text('scanPicture'),
      asking: text('scanAsking'),
      running: text('scanRunning'),
      again: uiText('retry'),
      stop: text('scanStop'),
      failures: {
        denied: text('scanDenied'),
        none: text('scanNoCamera'),
        busy: text('scanBusy'),
        insecure: text('scanInsecure'),
      },
    },
    film: text('scanCamera'),
    file: text('scanFile'),
    link: text('scanLink'),
    linkHelp: text('scanLinkHelp'),
    open: text('scanOpen'),
    nothing: text('scanNothing'),
    noPicture: text('scanNoPicture'),
  }
}
