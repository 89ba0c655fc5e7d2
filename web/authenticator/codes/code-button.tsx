import { useEffect, useState } from 'preact/hooks'
import { codeAt, stepAt } from '../../../src/client/device/totp.ts'
import { uiText } from '../../ui/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { text } from '../base/texts.ts'
import type { CodeAccount } from '../store/records.ts'
import { now } from './seconds.ts'

/** The current code; a tap copies it. */
export function CodeButton({ account }: { account: CodeAccount }) {
  const code = useCode(account)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await codeAt(account, Date.now()))
      showToast(text('codesCopied'))
    } catch {
      showToast(uiText('copyFailed'))
    }
  }
  return (
    <button type="button" class="code-button" onClick={() => void copy()}>
      <span class="visually-hidden">{text('codesCopy')}: </span>
      <Digits code={code} />
    </button>
  )
}

function Digits({ code }: { code: string | undefined }) {
  if (code === undefined) return <span class="digits">{'\u2007'}</span>
  const half = Math.floor(code.length / 2)
  return (
    <span class="digits">
      {code.slice(0, half)} {code.slice(half)}
    </span>
  )
}

function useCode(account: CodeAccount): string | undefined {
  const [shown, setShown] = useState<{ step: number; code: string }>()
  const step = stepAt(account, now.value)
  useEffect(() => {
    let over = false
    void codeAt(account, step * account.period * 1_000).then((code) => {
      if (!over) setShown({ step, code })
    })
    return () => {
      over = true
    }
  }, [account, step])
  return shown?.code
}
