import { expect, it } from 'vitest'
import { onEachEngine } from '../../engines.ts'
import { expectRefused, lanyard, lanyardHere, lanyardHereJson } from './program.ts'

const create = (url: string) => ['webhook', 'create', '--service', 'events', '--url', url]

onEachEngine('lanyard webhook', (place) => {
  it('says how to allow an address of the own network, and nothing of it where that would not help', async () => {
    const refused = await lanyardHere(place(), create('http://localhost:8080/hooks'))
    expectRefused(
      refused,
      /public domain name.*set LANYARD_OUTBOUND_ALLOW for the server and for this command/,
    )
    const scheme = await lanyardHere(place(), create('ftp://hooks.example.org'))
    expectRefused(scheme, /must begin with https:\/\/ or http:\/\/\.\n$/)
    const allowed = { LANYARD_OUTBOUND_ALLOW: 'localhost:8080' }
    const { status } = await lanyardHere(place(), create('http://localhost:8080/hooks'), allowed)
    expect(status).toBe(0)
  })

  it('lists what each webhook is for by name', async () => {
    await lanyardHereJson(place(), ['webhook', 'create', '--url', 'https://hooks.example.org/issuer'])
    await lanyardHereJson(place(), create('https://hooks.example.org/events'))
    const { stdout } = await lanyard(place(), ['webhook', 'list'])
    expect(stdout).toMatch(/hooks\.example\.org\/issuer +\* +all +live/)
    expect(stdout).toMatch(/hooks\.example\.org\/events +\* +Default +live/)
  })
})
