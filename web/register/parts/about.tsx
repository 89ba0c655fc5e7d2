import { text } from '../base/texts.ts'

/** What the organiser wrote, as text: line breaks count, nothing else does. */
export function About({ description }: { description: string | null }) {
  if (description === null || description.trim() === '') return null
  return (
    <section>
      <h2>{text('about')}</h2>
      <p class="prose">
        <bdi>{description}</bdi>
      </p>
    </section>
  )
}
