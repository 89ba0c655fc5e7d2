// Prints what a SQLite database holds and what is damaged, in a process of its own. On Node 20 a connection is closed only
// once its statements are garbage; until then later connections of the same process share its index of the log, also when
// a lost power has left another log behind.
const [, , path, timeout, select] = process.argv
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isBuiltIn = major >= 24 || (major === 22 && minor >= 16)
const { DatabaseSync } = await import(isBuiltIn ? 'node:sqlite' : '@photostructure/sqlite')
const connection = new DatabaseSync(path, { timeout: Number(timeout) })
const read = (/** @type {string} */ sql) => connection.prepare(sql).all()
const rows = read(select)
const verdicts = read('pragma integrity_check').map((row) => row.integrity_check)
const dangling = read('pragma foreign_key_check').map((row) => JSON.stringify(row))
process.stdout.write(
  JSON.stringify({ rows, damage: [...verdicts.filter((text) => text !== 'ok'), ...dangling] }),
)
