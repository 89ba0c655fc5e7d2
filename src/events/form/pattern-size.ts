/** `done` is the size of everything before the last atom, which a quantifier may still repeat. */
type Group = { done: number; last: number }

/**
 * Estimates how many instructions a pattern compiles to. Repetitions are expanded and nested ones multiply, so a short
 * pattern may be a long program. Counted before anything is compiled.
 */
export function createSizes() {
  const outer: Group[] = []
  let group: Group = { done: 1, last: 0 }
  let quantified = false

  function append(size: number): void {
    group = { done: group.done + group.last, last: size }
  }

  return {
    add(token: string): void {
      const isQuantifier = /^(?:[*+?]$|\{)/.test(token)
      if (isQuantifier && quantified) return
      quantified = isQuantifier
      if (isQuantifier) group.last = repeat(group.last, token)
      else if (token === '(' || token === '(?:') {
        outer.push(group)
        group = { done: 0, last: 0 }
      } else if (token === ')') {
        const inner = group.done + group.last
        group = outer.pop() ?? { done: 0, last: 0 }
        append(inner)
      } else append(1)
    },
    total: () => group.done + group.last,
  }
}

function repeat(size: number, token: string): number {
  const [, from = '', , to = from] = /^\{(\d+)(,(\d*))?\}$/.exec(token) ?? []
  if (from === '') return size + 1
  if (to === '') return Math.max(1, Number(from)) * size + 1
  return Number(to) * size + Number(to) - Number(from)
}
