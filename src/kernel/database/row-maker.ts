import { createCache } from '../base/cache.ts'

export type MakeRow = (values: readonly unknown[]) => unknown

/** A column of a result; `read` turns what the driver gives into its value, if that is not the value itself. */
export type ResultColumn = { readonly name: string; readonly read?: (value: never) => unknown }

type Maker = (
  values: readonly unknown[],
  readers: readonly (((value: never) => unknown) | undefined)[],
) => unknown

/** By columns, shared by statements that are prepared for a single call. */
const makers = createCache<Maker>({ max: 1_000 })

/** An object literal with a statement's own columns is ten times as fast as building a row member by member. */
export function rowMakerOf(columns: readonly ResultColumn[]): MakeRow {
  const members = columns.map(memberOf).join(', ')
  const maker = makers.get(members) ?? compile(members)
  const readers = columns.map(({ read }) => read)
  return (values) => maker(values, readers)
}

function memberOf({ name, read }: ResultColumn, index: number): string {
  const value = `values[${index}]`
  const member = read === undefined ? value : `${value} === null ? null : readers[${index}](${value})`
  return `${JSON.stringify(name)}: ${member}`
}

function compile(members: string): Maker {
  const maker = new Function('values', 'readers', `return { ${members} }`) as Maker
  makers.set(members, maker)
  return maker
}
