import { CodeBlock } from '../../ui/code-block.tsx'
import { text } from '../identity/texts.ts'
import { curlLine } from './curl-line.ts'
import type { Key } from './key.ts'

type NewKeyProps = { service: Key['service']; secret: string; serviceUrl: string }

/** Shows a new key, once, and how to use it. */
export function NewKeyShown({ service, secret, serviceUrl }: NewKeyProps) {
  return (
    <>
      <div class="notice warn">
        <p>
          <strong>{text('keyOnce')}</strong> {text('keyOnceWhy')}
        </p>
      </div>
      <CodeBlock title={text('key')} text={secret} wrap />
      <p>{text('keyTry')}</p>
      <CodeBlock title={text('keyTryTitle')} text={curlLine(service, serviceUrl, secret)} wrap />
    </>
  )
}
