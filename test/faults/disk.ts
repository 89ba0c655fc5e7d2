import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, type TestContext } from 'vitest'
import { root } from '../../scripts/setup.js'

/** How many calls fail, below zero all of them; the numbers of `struct control` in disk.c, in their order. */
const faults = ['full', 'readOnly', 'badWrites', 'badReads', 'badSyncs', 'badOpens', 'syncUs'] as const
export type DiskFault = (typeof faults)[number]

export type Disk = {
  /** Puts a program that is started with it onto this disk. */
  readonly environment: Readonly<Record<string, string>>
  readonly journalPath: string
  set(fault: DiskFault, count: number): void
  /** How many calls have failed on command. */
  injected(): number
}

export const ALWAYS = -1

export type Disks = {
  /** A disk for the files of one folder; skips the test where there is none, and says why. */
  create(context: TestContext, dataFolder: string): Disk
}

/** Builds the library for a suite. */
export function useDisks(): Disks {
  let folder = ''
  let reason: string | undefined
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lanyard-disk-'))
    reason = compile(join(folder, 'disk.so'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let made = 0
  return {
    create(context, dataFolder) {
      context.skip(reason !== undefined, reason)
      return createDisk(join(folder, 'disk.so'), join(folder, String(++made)), dataFolder)
    },
  }
}

function compile(library: string): string | undefined {
  if (process.platform !== 'linux') return 'a disk that fails on command needs Linux'
  const source = join(root, 'test', 'faults', 'disk.c')
  const { status } = spawnSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread'])
  return status === 0 ? undefined : 'a disk that fails on command needs a C compiler'
}

function createDisk(library: string, path: string, dataFolder: string): Disk {
  const controlPath = `${path}.control`
  const journalPath = `${path}.journal`
  writeFileSync(controlPath, Buffer.alloc((faults.length + 1) * 4))
  const control = openSync(controlPath, 'r+')
  afterAll(() => closeSync(control))
  return {
    journalPath,
    environment: {
      LD_PRELOAD: library,
      LANYARD_TEST_DISK_FOLDER: dataFolder,
      LANYARD_TEST_DISK_CONTROL: controlPath,
      LANYARD_TEST_DISK_JOURNAL: journalPath,
    },
    set(fault, count) {
      const number = Buffer.alloc(4)
      number.writeInt32LE(count)
      writeSync(control, number, 0, 4, faults.indexOf(fault) * 4)
    },
    injected() {
      const number = Buffer.alloc(4)
      readSync(control, number, 0, 4, faults.length * 4)
      return number.readInt32LE()
    },
  }
}
