import { expect } from 'vitest'
import { thumbprint } from '../../src/kernel/jwt/public-key.ts'
import type { RunningApp } from '../harness.ts'
import { newSigner, type Signer, signToken } from '../kernel/jwt/tokens.ts'
import { send, type TwofactorAnswer, type TwofactorClient } from './client.ts'

let tokens = 0

type Members = Readonly<Record<string, unknown>>

/** Someone's phone, with a key of its own. */
export type UserDevice = {
  readonly signer: Signer
  readonly fingerprint: string
  token(members?: Members, header?: Members): string
  /** A token that opens the inbox. */
  inboxToken(members?: Members): string
  enrol(code: string, members?: Members): Promise<TwofactorAnswer>
  inbox(): Promise<TwofactorAnswer>
  answer(uuid: string, members: Members): Promise<TwofactorAnswer>
  call(method: string, path: string, body: string): Promise<TwofactorAnswer>
}

export type DevicePlace = Pick<RunningApp, 'url' | 'clock'>

export const SERVICE_URL = 'http://lanyard.test/twofactor'

export function newDevice(place: DevicePlace, alg: Signer['alg'] = 'EdDSA', aud = SERVICE_URL): UserDevice {
  const signer = newSigner(alg)
  const fingerprint = thumbprint(signer.jwk)
  const token = (members: Members = {}, header: Members = {}) => {
    const iat = Math.floor(place.clock.now() / 1000)
    const usual = { sub: fingerprint, aud, iat, jti: `d${++tokens}-${process.pid}` }
    return signToken(signer, { ...usual, ...members }, { alg, ...header })
  }
  const inboxToken = (members: Members = {}) => token({ purpose: 'inbox', jti: undefined, ...members })
  const call = (method: string, path: string, body: string) =>
    send(`${place.url}/twofactor/device${path}`, method, {
      raw: body,
      headers: { 'content-type': 'application/jwt' },
    })
  return {
    signer,
    fingerprint,
    token,
    inboxToken,
    call,
    enrol: (code, members = { name: 'Phone', os_type: 'android' }) =>
      call('POST', `/enrolments/${code}`, token(members, { jwk: signer.jwk })),
    inbox: () =>
      send(`${place.url}/twofactor/device/approvals`, 'GET', {
        headers: { authorization: `JWT ${inboxToken()}` },
      }),
    answer: (uuid, members) => call('POST', `/approvals/${uuid}`, token({ uuid, ...members })),
  }
}

export async function enrolmentCode(client: TwofactorClient, id: number): Promise<string> {
  const answer = await client.post(`/protected/json/users/${id}/enrolments`)
  expect(answer.status).toBe(200)
  return (answer.body.enrolment as { code: string }).code
}

/** A user with a device. */
export async function newUserWithDevice(
  place: DevicePlace,
  client: TwofactorClient,
): Promise<{ id: number; device: UserDevice }> {
  const id = await client.enrol()
  const device = newDevice(place)
  const answer = await device.enrol(await enrolmentCode(client, id))
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return { id, device }
}

export async function askApproval(
  client: TwofactorClient,
  id: number,
  json: Members = { message: 'Log in?' },
): Promise<{ uuid: string; number: string | undefined }> {
  const answer = await client.post(`/onetouch/json/users/${id}/approval_requests`, { json })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  const { uuid } = answer.body.approval_request as { uuid: string }
  return { uuid, number: answer.body.number as string | undefined }
}

export async function readApproval(
  client: TwofactorClient,
  uuid: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const answer = await client.get(`/onetouch/json/approval_requests/${uuid}`, { query })
  expect(answer.status).toBe(200)
  return answer.body.approval_request as Record<string, unknown>
}
