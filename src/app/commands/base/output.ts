/** With `--json`, prints one object on standard output and nothing else. */
export function print(answer: object, text: string, options: { json?: boolean | undefined }): void {
  process.stdout.write(options.json ? `${JSON.stringify(answer)}\n` : `${text}\n`)
}

/** A table below its heading, or a sentence if there are no rows. */
export function listing(
  none: string,
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return rows.length === 0 ? none : table([heading, ...rows])
}

/** Makes columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
