import { Skeleton } from '../../ui/lists/states.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { OrganisationForm } from './organisation-form.tsx'
import type { Step } from './steps.ts'
import { helpText, text, wayText } from './texts.ts'
import { useSteps } from './use-start.ts'

export function StartPage() {
  const steps = useSteps()
  const next = steps?.find(({ isDone }) => !isDone)
  return (
    <Page title={text('start')} lead={text('startLead')}>
      {steps === undefined ? (
        <Skeleton />
      ) : (
        <>
          {next === undefined && <p class="notice good">{text('allDone')}</p>}
          <ol class="guide">
            {steps.map((step) => (
              <GuideStep key={step.name} step={step} isNext={step === next} />
            ))}
          </ol>
        </>
      )}
    </Page>
  )
}

function GuideStep({ step, isNext }: { step: Step; isNext: boolean }) {
  const { name, isDone, path } = step
  return (
    <li class={isDone ? 'done' : isNext ? 'next' : ''}>
      <h2>
        {text(name)}
        {isDone && <span class="visually-hidden"> ({text('stepDone')})</span>}
      </h2>
      <p>{helpText(name)}</p>
      {name === 'organisation' && !isDone ? (
        <OrganisationForm />
      ) : (
        <p class="guide-way">
          <a class={isNext ? 'button primary' : 'button'} href={pathTo(path)}>
            {wayText(name)}
          </a>
        </p>
      )}
    </li>
  )
}
