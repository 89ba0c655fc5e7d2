// @ts-check
// LANYARD=http://localhost:4000 TWOFACTOR_KEY=… node examples/sign-in/main.js
// `npm run example` does the same, and starts Lanyard and makes the key where they are missing.
import { startBank } from './server.js'

const { LANYARD, TWOFACTOR_KEY = '', EXAMPLE_DATA, EXAMPLE_PORT } = process.env

const port = Number(EXAMPLE_PORT ?? 4001)
try {
  const { url } = await startBank({
    lanyard: LANYARD ?? 'http://localhost:4000',
    twofactorKey: TWOFACTOR_KEY,
    dataFolder: EXAMPLE_DATA ?? 'data/example',
    port,
  })
  console.log(`Little Bank is running at ${url}. Stop it with Ctrl+C.`)
} catch (error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
  console.error(
    code === 'EADDRINUSE' ? `Port ${port} is in use: choose another one with EXAMPLE_PORT.` : message,
  )
  process.exitCode = 1
}
