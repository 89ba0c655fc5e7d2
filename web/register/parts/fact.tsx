import type { ComponentChildren } from 'preact'

type FactProps = { name: ComponentChildren; children: ComponentChildren }

/** An entry in a list of facts. */
export function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** One below the other, each in its own writing direction. */
export function Lines({ of }: { of: readonly string[] }) {
  return of.map((line, at) => (
    <span key={at} class="line">
      <bdi>{line}</bdi>
    </span>
  ))
}
