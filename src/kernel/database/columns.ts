import {
  AddColumnNode,
  AliasNode,
  AlterTableNode,
  ColumnNode,
  CreateTableNode,
  DeleteQueryNode,
  DropColumnNode,
  DropTableNode,
  InsertQueryNode,
  type OperationNode,
  ReferenceNode,
  RenameColumnNode,
  ReturningNode,
  SelectAllNode,
  type SelectionNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely'

/** Each table's columns, in the order in which this program's migrations add them. */
const tables = new Map<string, Set<string>>()

/**
 * Learns the columns from one statement of a migration. Statements that do not change a table's columns are ignored.
 */
export function learnColumns(ddl: OperationNode): void {
  if (CreateTableNode.is(ddl)) {
    const columns = columnsOfNew(nameOf(ddl.table))
    for (const definition of ddl.columns) columns.add(definition.column.column.name)
  }
  if (DropTableNode.is(ddl)) tables.delete(nameOf(ddl.table))
  if (AlterTableNode.is(ddl)) alterColumns(ddl)
}

function columnsOfNew(table: string): Set<string> {
  const columns = tables.get(table) ?? new Set()
  tables.set(table, columns)
  return columns
}

function alterColumns({ table, columnAlterations = [], renameTo }: AlterTableNode): void {
  const columns = columnsOfNew(nameOf(table))
  for (const alteration of columnAlterations) {
    if (AddColumnNode.is(alteration)) columns.add(alteration.column.column.column.name)
    if (DropColumnNode.is(alteration)) columns.delete(alteration.column.column.name)
    if (RenameColumnNode.is(alteration)) {
      columns.delete(alteration.column.column.name)
      columns.add(alteration.renameTo.column.name)
    }
  }
  if (renameTo === undefined) return
  tables.delete(nameOf(table))
  tables.set(nameOf(renameTo), columns)
}

function nameOf({ table }: TableNode): string {
  return table.identifier.name
}

/**
 * The columns to write instead of `*`: those that this program knows; undefined if there is no `*`. A newer release
 * may add a column while this one runs, and PostgreSQL refuses a prepared statement whose result has changed.
 * `ancestors` end with the selection itself.
 */
export function nameColumns(
  { selection }: SelectionNode,
  ancestors: readonly OperationNode[],
): OperationNode[] | undefined {
  const parent = ancestors.at(-2)
  // The star of `count(*)` stays as it is.
  if (parent === undefined || !(SelectQueryNode.is(parent) || ReturningNode.is(parent))) return undefined
  if (SelectAllNode.is(selection)) {
    const sources = sourcesOf(ancestors)
    return sources.flatMap((source) => columnsOf(source, sources.length > 1))
  }
  if (!ReferenceNode.is(selection) || !SelectAllNode.is(selection.column)) return undefined
  const wanted = selection.table === undefined ? '' : nameOf(selection.table)
  const source = sourcesOf(ancestors).find(({ alias }) => alias === wanted)
  if (source === undefined) throw new Error(`the statement selects all columns of ${wanted}, which it lacks`)
  return columnsOf(source, true)
}

type Source = { readonly table: string; readonly alias: string }

/** The names of all columns that this program knows of a table. */
export function columnNamesOf(table: string): string[] {
  const columns = tables.get(table)
  if (columns === undefined) throw new Error(`no migration creates the table ${table}: name the columns`)
  return [...columns]
}

function columnsOf({ table, alias }: Source, qualified: boolean): OperationNode[] {
  return columnNamesOf(table).map((name) => {
    const column = ColumnNode.create(name)
    return qualified ? ReferenceNode.create(column, TableNode.create(alias)) : column
  })
}

/** The tables that the innermost statement around the selection reads, or the table that it writes. */
function sourcesOf(ancestors: readonly OperationNode[]): Source[] {
  for (const node of ancestors.toReversed()) {
    if (SelectQueryNode.is(node))
      return [...(node.from?.froms ?? []), ...(node.joins ?? []).map(({ table }) => table)].map(sourceOf)
    if (InsertQueryNode.is(node) && node.into !== undefined) return [sourceOf(node.into)]
    if (UpdateQueryNode.is(node) && node.table !== undefined) return [sourceOf(node.table)]
    if (DeleteQueryNode.is(node)) return node.from.froms.map(sourceOf)
  }
  throw new Error('a selection must be part of a statement')
}

function sourceOf(node: OperationNode): Source {
  if (TableNode.is(node)) return { table: nameOf(node), alias: nameOf(node) }
  if (AliasNode.is(node) && TableNode.is(node.node) && 'name' in node.alias)
    return { table: nameOf(node.node), alias: String(node.alias.name) }
  throw new Error('only a table has columns that are known: name those of everything else')
}
