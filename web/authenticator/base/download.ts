/** Some browsers read the file only after they have asked where to save it. */
const KEPT_MS = 60_000

/** Lets the browser save a file that was created here. */
export function download(name: string, contents: string, type: string): void {
  const address = URL.createObjectURL(new Blob([contents], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
