/** Right-to-left letters, and marks that change the direction of text around them. */
const turning =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Isolates the direction of text from others. Text that cannot affect its surroundings stays unchanged. */
export function isolate(text: string): string {
  return turning.test(text) ? `\u2068${balance(text)}\u2069` : text
}

/** Balances direction marks, so that none in the text ends an outer one or stays open. */
function balance(text: string): string {
  let open = 0
  const kept = text.replaceAll(/[\u2066-\u2069]/g, (mark) => {
    if (mark !== '\u2069') open += 1
    else if (open === 0) return ''
    else open -= 1
    return mark
  })
  return kept + '\u2069'.repeat(open)
}
