/**
 * Asks the browser not to delete what is stored when storage runs low. Nobody waits for the answer: Firefox asks the
 * user, who may leave the question open for as long as they like.
 */
export function keepStorage(): void {
  navigator.storage?.persist?.().catch(() => false)
}
