/** What is committed stays so: an effect that fails is nobody's to undo, and is told as an uncaught error. */
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
