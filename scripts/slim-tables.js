// @ts-check
import { build } from 'esbuild'

/** Of a row, what the client reads to send a request and to know an answer. */
const WRITE = `
import { operations } from 'table'
const slim = ([name, { method, path, body, answers }]) => [name, {
  method,
  path,
  ...(body === undefined ? {} : { body: { kind: body.kind, contentTypes: body.contentTypes.slice(0, 1) } }),
  answers: Object.fromEntries(Object.keys(answers).map((status) => [status, {}])),
}]
export const text = JSON.stringify(Object.fromEntries(Object.entries(operations).map(slim)))
`

/**
 * Browsers get the tables of operations without their schemas: types are checked before, and the server checks values.
 * @returns {import('esbuild').Plugin}
 */
export function slimTables() {
  return {
    name: 'slim-tables',
    setup(building) {
      building.onLoad({ filter: /[\\/]src[\\/].*[\\/]operations\.ts$/ }, async ({ path }) => ({
        contents: `export const operations = ${await slim(path)}`,
        loader: 'js',
      }))
    },
  }
}

/** @param {string} path of a table */
async function slim(path) {
  const { outputFiles } = await build({
    stdin: { contents: WRITE, loader: 'js' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    logLevel: 'warning',
    plugins: [{ name: 'table', setup: (inner) => inner.onResolve({ filter: /^table$/ }, () => ({ path })) }],
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')
  const { text } = await import(`data:text/javascript;base64,${code}`)
  return text
}
