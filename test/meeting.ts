/**
 * Makes everyone wait until `count` have come. In the control of a race all look before anyone writes, so that it
 * fails on every machine and not only where the first write happens to be late.
 */
export function createMeeting(count: number): () => Promise<void> {
  let missing = count
  let open = () => {}
  const everyone = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    missing -= 1
    if (missing === 0) open()
    return everyone
  }
}
