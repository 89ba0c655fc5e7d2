import { join } from 'node:path'
import type { IssuerSpeaker } from '../../client/device/speaker.ts'
import { loadCommandConfig } from '../config/config.ts'
import { findDevice, getDevice, type StoredDevice } from './device-file.ts'
import { enrolmentsPath } from './enrolment-file.ts'
import { connectIssuer, type IssuerLink, speakAs } from './issuer-link.ts'
import { settleRotation } from './rotation.ts'

export type DeviceOptions = { issuer?: string; file?: string; json?: boolean }
export type EnrolmentOptions = { twofactor?: string; file?: string; json?: boolean }

/** A registered device, and its connection to the issuer. */
export type Session = IssuerLink & IssuerSpeaker & { readonly path: string; readonly device: StoredDevice }

/** The path of the device's file, which may not exist yet, and the issuer's URL. */
export function locate(options: DeviceOptions): { path: string; address: string } {
  const { urls } = loadCommandConfig()
  const path = devicePath(options)
  return { path, address: options.issuer ?? findDevice(path)?.issuer ?? urls.issuer }
}

function devicePath({ file }: { file?: string }): string {
  return file ?? join(loadCommandConfig().dataFolder, 'device.json')
}

/** The same for a two-factor service. */
export function locateEnrolments(options: EnrolmentOptions): { path: string; address: string } {
  return {
    path: enrolmentsPath(devicePath(options)),
    address: options.twofactor ?? loadCommandConfig().urls.twofactor,
  }
}

export async function openSession(options: DeviceOptions): Promise<Session> {
  const { path, address } = locate(options)
  const stored = getDevice(path)
  const link = await connectIssuer(address)
  const device = await settleRotation(link, path, stored)
  return { ...link, ...speakAs(link, device.key), path, device }
}
