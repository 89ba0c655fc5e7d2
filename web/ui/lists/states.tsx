import type { ComponentChildren } from 'preact'
import { Button } from '../button.tsx'
import { uiText } from '../texts.ts'

export function Skeleton() {
  return (
    <div class="skeleton" role="status">
      <span />
      <span />
      <span />
      <span class="visually-hidden">{uiText('loading')}</span>
      <span />
    </div>
  )
}

type EmptyStateProps = { title: string; lead?: string | undefined; children?: ComponentChildren }

export function EmptyState({ title, lead, children }: EmptyStateProps) {
  return (
    <div class="state">
      <strong>{title}</strong>
      {lead !== undefined && <p>{lead}</p>}
      {children}
    </div>
  )
}

export function ErrorState({ detail, onRetry }: { detail: string; onRetry: () => void }) {
  return (
    <div class="state error" role="alert">
      <strong>{uiText('failed')}</strong>
      <p>{detail}</p>
      <Button onClick={onRetry}>{uiText('retry')}</Button>
    </div>
  )
}
