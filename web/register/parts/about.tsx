import { Prose } from './prose.tsx'

/** What the organiser wrote about the event. */
export function About({ title, written }: { title: string; written: string | null }) {
  if (written === null || written.trim() === '') return null
  return (
    <section>
      <h2>{title}</h2>
      <Prose>{written}</Prose>
    </section>
  )
}
