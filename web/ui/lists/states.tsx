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
      <svg viewBox="0 0 72 64" aria-hidden="true">
        <path class="strap" d="M22 2 36 22 50 2" />
        <path d="M32 27h8M22 22h28a4 4 0 0 1 4 4v30a4 4 0 0 1-4 4H22a4 4 0 0 1-4-4V26a4 4 0 0 1 4-4ZM27 40h18M27 48h11" />
      </svg>
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
