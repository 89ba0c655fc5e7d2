import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** A clone with a program of one line, and nothing installed but the bundler. */
function clone(): string {
  const root = mkdtempSync(join(tmpdir(), 'lanyard-start-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const name of ['lanyard', 'scripts'])
    cpSync(join(repository, name), join(root, name), { recursive: true })
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(root, 'package-lock.json'), '{ "packages": {} }')
  mkdirSync(join(root, 'node_modules'))
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), '{ "packages": {} }')
  for (const name of ['esbuild', '@esbuild'])
    symlinkSync(join(repository, 'node_modules', name), join(root, 'node_modules', name))
  mkdirSync(join(root, 'src'))
  write(root, 'first')
  return root
}

const write = (root: string, text: string) =>
  writeFileSync(
    join(root, 'src', 'main.ts'),
    `const text: string = '${text}'\nprocess.stdout.write(text + process.argv[2])\n`,
  )

const lanyard = (root: string) =>
  spawnSync(process.execPath, [join(root, 'lanyard'), '!'], { encoding: 'utf8', cwd: tmpdir() })

it('builds once, then starts without a word', () => {
  const root = clone()
  const first = lanyard(root)
  expect(first).toMatchObject({ status: 0, stdout: 'first!' })
  expect(first.stderr).toMatch(/^lanyard: building\nlanyard: built dist\/main\.js, .+\n$/)
  expect(lanyard(root)).toMatchObject({ status: 0, stdout: 'first!', stderr: '' })
})

it('builds again when a source has changed', () => {
  const root = clone()
  lanyard(root)
  write(root, 'second')
  expect(lanyard(root)).toMatchObject({ status: 0, stdout: 'second!' })
})

it('stops with what is wrong when the sources are broken, and leaves nothing behind', () => {
  const root = clone()
  lanyard(root)
  const before = readdirSync(root)
  write(root, "' +")
  const broken = lanyard(root)
  expect(broken).toMatchObject({ status: 1, stdout: '' })
  expect(broken.stderr).toContain('src/main.ts:1')
  expect(broken.stderr).toMatch(/lanyard: the build failed: .+\n$/)
  expect(readdirSync(root)).toEqual(before)
})

it('runs what was built where there are no sources', () => {
  const root = clone()
  lanyard(root)
  for (const name of ['src', 'scripts', 'package-lock.json']) rmSync(join(root, name), { recursive: true })
  expect(lanyard(root)).toMatchObject({ status: 0, stdout: 'first!', stderr: '' })
})
