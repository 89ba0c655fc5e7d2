import { expect, it } from 'vitest'
import { guessDeviceName } from '../../../../web/console/sign-in/device-name.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1', 'Safari on iPhone'],
  ['Mozilla/5.0 (X11; CrOS x86_64) Gecko/20100101', 'ChromeOS'],
  ['curl/8', 'Browser'],
])('suggests a name for a passkey of %s', (agent, name) => {
  expect(guessDeviceName(agent)).toBe(name)
})
