// @ts-check
import { build } from 'esbuild'

/** Of a row, what the client reads to send a request and to know an answer. */
const WRITE_OPERATIONS = `
import { operations } from 'table'
const slim = ([name, { method, path, body, answers }]) => [name, {
  method,
  path,
  ...(body === undefined ? {} : { body: { kind: body.kind, contentTypes: body.contentTypes.slice(0, 1) } }),
  answers: Object.fromEntries(Object.keys(answers).map((status) => [status, {}])),
}]
const table = JSON.stringify(Object.fromEntries(Object.entries(operations).map(slim)))
export const text = 'export const operations = ' + table
`

/** Of a record, what a form knows of its members. */
const WRITE_RECORDS = `
import * as table from 'table'
const records = Object.entries(table).filter(([, one]) => typeof one === 'object' && one !== null && 'fields' in one)
const write = ([name, { fields }]) => 'export const ' + name + ' = ' + JSON.stringify({ fields })
export const text = records.map(write).join('\\n')
`

/**
 * Browsers get the tables of operations and of records without their schemas: types are checked before, and the server
 * checks values.
 * @returns {import('esbuild').Plugin}
 */
export function slimTables() {
  return {
    name: 'slim-tables',
    setup(building) {
      building.onLoad({ filter: /[\\/]src[\\/].*[\\/]operations\.ts$/ }, async ({ path }) => ({
        contents: await slim(path, WRITE_OPERATIONS),
        loader: 'js',
      }))
      building.onLoad({ filter: /[\\/]src[\\/].*[\\/]records[\\/][^\\/]+\.ts$/ }, async ({ path }) => ({
        contents: await slim(path, WRITE_RECORDS),
        loader: 'js',
      }))
    },
  }
}

/**
 * @param {string} path of a table
 * @param {string} contents a program that writes what is left of it
 */
async function slim(path, contents) {
  const { outputFiles } = await build({
    stdin: { contents, loader: 'js' },
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
