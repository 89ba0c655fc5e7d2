import { expect, it } from 'vitest'
import { curlLine } from '../../../../web/console/applications/curl-line.ts'
import { entriesOf, newSettingsOf, settingsOf } from '../../../../web/console/applications/settings.ts'

it('types out what an application is set to, and the same comes back', () => {
  const settings = {
    codeLength: 6,
    sms: false,
    voice: true,
    callback: 'https://example.org/hook',
    callbackMethod: 'GET',
    quota: 50,
  } as const
  expect(settingsOf(entriesOf(settings))).toEqual(settings)
})

it('takes away what was emptied, and the method with the address', () => {
  const entries = { ...entriesOf({ callback: 'https://a.example', quota: 5 }), callback: ' ', quota: '' }
  expect(settingsOf(entries)).toEqual({
    codeLength: 7,
    sms: true,
    voice: true,
    callback: null,
    callbackMethod: null,
    quota: null,
  })
  expect(newSettingsOf(entries)).toEqual({ codeLength: 7, sms: true, voice: true })
})

it('writes a line that asks the right service by the right header', () => {
  expect(curlLine('twofactor', 'https://l.example/twofactor', 'ly2f_x')).toBe(
    "curl -H 'X-Twofactor-API-Key: ly2f_x' https://l.example/twofactor/protected/json/app/details",
  )
  expect(curlLine('events', 'https://l.example/eventdata', 'lyev_x')).toBe(
    "curl -H 'X-API-Key: lyev_x' https://l.example/eventdata/events",
  )
})
