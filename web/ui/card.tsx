import type { ComponentChildren } from 'preact'

export function Card({ children }: { children: ComponentChildren }) {
  return <div class="card">{children}</div>
}
