/**
 * Runs effects after a commit. The commit cannot be undone, so an effect that fails is reported as an uncaught error.
 */
export function runEffects(effects: readonly (() => void)[]): void {
  for (const effect of effects) {
    try {
      effect()
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }
}
