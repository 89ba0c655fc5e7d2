import { systemClock } from '../../kernel/base/clock.ts'
import { type Finding, fault, good } from '../commands/base/findings.ts'
import { NODE_RANGE, VERSION } from '../config/version.ts'

const earliest = Date.UTC(2025, 0, 1)
const latest = Date.UTC(2100, 0, 1)

export function checkNode(): Finding {
  const { version, platform, arch, versions } = process
  const least = NODE_RANGE.replace('>=', '')
  const text = `Lanyard ${VERSION} on Node.js ${version}, ${platform} ${arch}`
  if (isAtLeast(versions.node, least)) return good('node', text)
  return fault('node', `${text}: it needs Node.js ${least} or later`)
}

/** An empty battery resets a clock to its epoch; codes and tokens then fail for everyone. */
export function checkClock(): Finding {
  const now = systemClock.now()
  const text = new Date(now).toISOString()
  if (now > earliest && now < latest) return good('clock', text)
  return fault('clock', `it says ${text}: set it, for example with NTP`)
}

function isAtLeast(version: string, least: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}
