/** The organiser's description as text: only line breaks are kept. */
export function About({ title, written }: { title: string; written: string | null }) {
  if (written === null || written.trim() === '') return null
  return (
    <section>
      <h2>{title}</h2>
      <p class="prose">
        <bdi>{written}</bdi>
      </p>
    </section>
  )
}
