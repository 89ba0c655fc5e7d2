import type { ComponentChildren } from 'preact'

type BadgeProps = { tone?: 'good' | 'info' | 'warn' | 'bad' | undefined; children: ComponentChildren }

export function Badge({ tone, children }: BadgeProps) {
  return <span class={tone === undefined ? 'badge' : `badge ${tone}`}>{children}</span>
}
