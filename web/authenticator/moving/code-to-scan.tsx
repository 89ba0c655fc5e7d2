import type { ComponentChildren } from 'preact'
import { CodeBlock } from '../../ui/code-block.tsx'
import { QrCode } from '../identity/base/qr-code.tsx'
import { LONGEST_TEXT } from './code-parts.ts'

type CodeToScanProps = {
  text: string
  /** What the link is for. */
  label: string
  /** Shown between the code and its link. */
  children: ComponentChildren
}

/** A QR code for another phone's camera, and its link, in case the camera does not work. */
export function CodeToScan({ text, label, children }: CodeToScanProps) {
  const fits = text.length <= LONGEST_TEXT
  return (
    <div class="to-scan">
      {fits && <QrCode text={text} label={label} />}
      {children}
      <details class="fold" open={!fits}>
        <summary>{label}</summary>
        <CodeBlock title={label} text={text} wrap />
      </details>
    </div>
  )
}
