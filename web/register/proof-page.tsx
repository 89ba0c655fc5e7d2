import { text } from './texts.ts'
import type { ProofPageView } from './view.ts'

/** The second step, where the event asks for more than a form. */
export function ProofPage({ view }: { view: ProofPageView }) {
  return (
    <section class="card message">
      <h1>{text(view.proof.by === 'phone' ? 'proofPhoneTitle' : 'proofAppTitle')}</h1>
    </section>
  )
}
