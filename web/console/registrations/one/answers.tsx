import type { FormSection } from '../../../../src/client/forms.ts'
import { text } from '../base/texts.ts'
import { tellAnswer } from '../table/columns.ts'

type AnswersProps = {
  answers: Readonly<Record<string, unknown>>
  sections: readonly FormSection[]
  zone: string
  /** The form has changed since the answers were given. */
  isOld: boolean
}

/** Answers with the questions of the form version they were given to. */
export function Answers({ answers, sections, zone, isOld }: AnswersProps) {
  const fields = sections
    .flatMap((section) => section.fields)
    .filter(({ name }) => Object.hasOwn(answers, name))
  const known = new Set(fields.map(({ name }) => name))
  const others = Object.entries(answers).filter(([name]) => !known.has(name))
  if (fields.length + others.length === 0) return null
  return (
    <section>
      <h3>{text('answers')}</h3>
      {isOld && <p class="help">{text('answersOld')}</p>}
      <dl class="facts">
        {fields.map((field) => (
          <div key={field.name}>
            <dt>
              <bdi>{field.label}</bdi>
            </dt>
            <dd>
              <bdi class="prewrap">{tellAnswer(field, answers[field.name], zone) || '–'}</bdi>
            </dd>
          </div>
        ))}
        {others.map(([name, answer]) => (
          <div key={name}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>
              <bdi class="prewrap">{tellAnswer({ type: 'text', choices: [] }, answer, zone) || '–'}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
