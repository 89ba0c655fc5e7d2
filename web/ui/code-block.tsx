import { Button } from './button.tsx'
import { uiText } from './texts.ts'
import { showToast } from './toast.tsx'

type CodeBlockProps = { title: string; text: string; wrap?: boolean }

export function CodeBlock({ title, text, wrap = false }: CodeBlockProps) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast(uiText('copied')),
      () => showToast(uiText('copyFailed')),
    )
  return (
    <div class={wrap ? 'code-block wrap' : 'code-block'}>
      <div class="code-head">
        <span>{title}</span>
        <Button look="quiet" size="small" label={`${uiText('copy')}: ${title}`} onClick={() => void copy()}>
          {uiText('copy')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <pre tabIndex={0} lang="en">
        <code>{text}</code>
      </pre>
    </div>
  )
}
