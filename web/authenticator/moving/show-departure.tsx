import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../base/date.ts'
import { Page } from '../base/page.tsx'
import type { Identity } from '../store/records.ts'
import { CodeToScan } from './code-to-scan.tsx'
import { LeftBehind } from './left-behind.tsx'
import { movingText } from './texts.ts'

type ShowDepartureProps = {
  link: string
  until: number
  /** The services and identities that cannot move. */
  refused: readonly string[]
  ended: readonly Identity[]
  onAgain: () => void
  onNext: () => void
}

export function ShowDeparture({ link, until, refused, ended, onAgain, onNext }: ShowDepartureProps) {
  const isOver = usePassed(until)
  const time = formatDate(until, { dateStyle: undefined, timeStyle: 'short' })
  if (isOver)
    return (
      <Page title={movingText('title')} lead={movingText('showOver')}>
        <Button look="primary" onClick={onAgain}>
          {movingText('showAgain')}
        </Button>
      </Page>
    )
  return (
    <Page title={movingText('showTitle')} lead={movingText('showLead')}>
      <CodeToScan text={link} label={movingText('showLink')}>
        <Button look="primary" onClick={onNext}>
          {movingText('next')}
        </Button>
        <p class="soft">
          {movingText('showUntil', { time })} {movingText('showInstalled')}
        </p>
        <LeftBehind {...{ refused, ended }} />
      </CodeToScan>
    </Page>
  )
}

/** Whether a moment has passed; shows it when it does. */
function usePassed(moment: number): boolean {
  const [isPassed, setPassed] = useState(moment <= Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), moment - Date.now())
    return () => clearTimeout(timer)
  }, [moment])
  return isPassed
}
