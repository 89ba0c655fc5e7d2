import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { readChoice, writeChoice } from '../../ui/texts/choice.ts'
import { pathTo } from '../base/place.ts'
import { text } from './texts.ts'
import { useSteps } from './use-start.ts'

const CHOICE = 'start-guide'

/** On the home page until everything is done or it is dismissed; the guide itself stays in the menu. */
export function StartCard() {
  const [isAway, setAway] = useState(readChoice(CHOICE) === 'away')
  const steps = useSteps()
  const open = steps?.filter(({ isDone }) => !isDone) ?? []
  const [next] = open
  if (isAway || steps === undefined || next === undefined) return null
  const putAway = () => {
    writeChoice(CHOICE, 'away')
    setAway(true)
  }
  return (
    <Card>
      <h2>{text('cardTitle')}</h2>
      <p>
        {text('stepsDone', { done: steps.length - open.length, total: steps.length })}
        <br />
        {text('nextStep', { step: text(next.name) })}
      </p>
      <div class="page-actions">
        <a class="button primary" href={pathTo('/start')}>
          {text('openGuide')}
        </a>
        <Button look="quiet" onClick={putAway}>
          {text('putAway')}
        </Button>
      </div>
    </Card>
  )
}
