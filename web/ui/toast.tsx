import { signal } from '@preact/signals'

const SHOWN_MS = 4_000

const toasts = signal<readonly { id: number; text: string }[]>([])
let count = 0

/** Shows a short message, which a screen reader announces too. */
export function showToast(text: string): void {
  const id = ++count
  toasts.value = [...toasts.value, { id, text }]
  setTimeout(() => {
    toasts.value = toasts.value.filter((toast) => toast.id !== id)
  }, SHOWN_MS)
}

export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, text }) => (
        <div class="toast" key={id}>
          {text}
        </div>
      ))}
    </div>
  )
}
