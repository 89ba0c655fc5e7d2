const LONGEST = 60

/** `What do you do?` → `whatDoYouDo`, with a number if that is taken. */
export function nameFrom(label: string, taken: ReadonlySet<string>): string {
  const words = label
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .split(/[^A-Za-z0-9_]+/)
    .filter(Boolean)
  const [first = 'field', ...rest] = words
  const joined = [lowerFirst(first), ...rest.map(upperFirst)].join('').slice(0, LONGEST - 4)
  // The server refuses names that every JavaScript object has, such as `constructor`.
  const base = joined in {} ? `${joined}Field` : joined
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}${count}`
    if (!taken.has(name)) return name
  }
}

function lowerFirst(word: string): string {
  return word.charAt(0).toLowerCase() + word.slice(1)
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
