/** Asks the browser not to delete what is stored when storage runs low. Some browsers ask the user, some refuse. */
export async function keepStorage(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false)
}
