/** Letters that run from right to left, and marks that turn what stands around them. */
const turning =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** What others wrote, between what keeps its direction to itself. Words that turn nothing stay as they are. */
export function isolate(text: string): string {
  return turning.test(text) ? `\u2068${balance(text)}\u2069` : text
}

/** No mark of the text ends what is around it, and none that it begins is left open. */
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
