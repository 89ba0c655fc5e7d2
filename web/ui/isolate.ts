/** What others wrote, between what keeps its direction to itself. */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`
}
