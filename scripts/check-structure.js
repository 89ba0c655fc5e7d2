// @ts-check
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkStructure } from './structure/rules.js'

const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)))
const findings = checkStructure(root)
for (const { path, line, message } of findings) process.stdout.write(`${path}:${line}: ${message}\n`)
if (findings.length > 0) process.exitCode = 1
