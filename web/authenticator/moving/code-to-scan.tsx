import { CodeBlock } from '../../ui/code-block.tsx'
import { QrCode } from '../identity/base/qr-code.tsx'

/** A QR code for another phone's camera, with its link for a phone whose camera does not work. */
export function CodeToScan({ text, label }: { text: string; label: string }) {
  return (
    <div class="to-scan">
      <QrCode text={text} label={label} />
      <details class="fold">
        <summary>{label}</summary>
        <CodeBlock title={label} text={text} wrap />
      </details>
    </div>
  )
}
